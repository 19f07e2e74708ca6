// Runs every test of the core's parts, or those whose sentence has a word in it. Exit status 1 where a sentence is false.
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "check.hpp"

namespace core::tests {

namespace {

struct Test {
  const char* words;
  std::function<void()> tell;
};

std::vector<Test>& all() {
  static std::vector<Test> tests;
  return tests;
}

const char* under_way = "";
int failures = 0;

}  // namespace

Sentence::Sentence(const char* words, std::function<void()> tell) { all().push_back({words, std::move(tell)}); }

void expect(bool holds, std::source_location where) {
  if (holds) return;
  ++failures;
  std::printf("%s:%u: it is not so that %s\n", where.file_name(), where.line(), under_way);
}

}  // namespace core::tests

int main(int count, char** word) {
  using namespace core::tests;
  int told = 0;
  for (const auto& [words, tell] : all()) {
    if (count > 1 && !std::strstr(words, word[1])) continue;
    under_way = words;
    tell();
    ++told;
  }
  std::printf("%d sentences about the core, %d failures\n", told, failures);
  return failures || told == 0 ? 1 : 0;
}
