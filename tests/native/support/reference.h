#pragma once
// Numbers computed elsewhere: in tests/data for files made for the tests, beside the checkout for models of other
// people. A test that wants the latter skips where they are absent.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace vitrine::test {

inline const std::filesystem::path kData = VITRINE_TEST_DATA;

/// The JSON of tests/data/<path>; a failure of the test when it is absent.
inline nlohmann::json data_json(const std::string& path) {
  std::ifstream in(kData / path);
  EXPECT_TRUE(in) << path;
  return nlohmann::json::parse(in, nullptr, false);
}

/// reference/<name>, or discarded when it is absent.
inline nlohmann::json reference_json(const std::string& name) {
  std::ifstream in(std::filesystem::path(VITRINE_SHARED) / "reference" / name);
  return in ? nlohmann::json::parse(in, nullptr, false) : nlohmann::json(nlohmann::json::value_t::discarded);
}

}  // namespace vitrine::test

/// Declares `variable` from reference/<name>, or skips the test.
#define VITRINE_REFERENCE(variable, name)                              \
  const nlohmann::json variable = vitrine::test::reference_json(name); \
  if (variable.is_discarded()) GTEST_SKIP() << "reference/" name " is absent"
