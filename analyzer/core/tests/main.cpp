// Runs every test of the core's parts. Exit status 1 where a sentence is false.
#include <cstdio>
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

int main() {
  using namespace core::tests;
  for (const auto& [words, tell] : all()) {
    under_way = words;
    tell();
  }
  std::printf("%zu sentences about the core, %d failures\n", all().size(), failures);
  return failures || all().empty() ? 1 : 0;
}
