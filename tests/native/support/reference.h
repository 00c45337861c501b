#pragma once
// The reference numbers beside the checkout. A test that wants them skips where they are absent.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace vitrine::test {

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
