// Tests of the core's parts: a sentence that is to be true, and the code that tells.
#pragma once

#include <functional>
#include <source_location>

namespace core::tests {

// Defined once for each test, at namespace scope.
struct Sentence {
  Sentence(const char* words, std::function<void()> tell);
};

// The sentence under way is false where this is.
void expect(bool holds, std::source_location where = std::source_location::current());

}  // namespace core::tests
