// Every case of the reference, by its name; how values are compared is written in its expected.json.

#include <gtest/gtest.h>

#include <set>

#include "world/session/document.h"
#include "world/support.h"

namespace vitrine::test {
namespace {

struct Case {
  std::string name;
  Json expected;
};

std::vector<Case> load_cases() {
  std::vector<Case> cases;
  const Json all = Json::parse(read_text(kWorldData / "cases" / "expected.json"));
  for (const auto& [file, expected] : all["cases"].items()) {
    const std::string name = std::filesystem::path(file).filename().string();
    cases.push_back({name.substr(0, name.find('.')), expected});
  }
  return cases;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = load_cases();
  return all;
}

std::string lines(const Json& rows, const std::vector<const char*>& keys) {
  std::string text;
  for (const Json& row : rows) {
    std::string line;
    for (const char* key : keys) {
      if (!line.empty()) line += ' ';
      const Json& value = row[key];
      line += value.is_null() ? "-" : value.is_string() ? value.get<std::string>() : value.dump();
    }
    text += line + "\n";
  }
  return text;
}

/// The digests of expected.json's digestDefinitions.
Json digest_of(const std::string& kind, const Json& report) {
  std::string text;
  double sum = 0;
  const auto weighted = [&](const Json& values) {
    for (size_t i = 0; i < values.size(); ++i) sum += values[i].get<double>() * static_cast<double>(i + 1);
  };
  if (kind == "flood") {
    for (const auto& [name, value] : report["flood"].items())
      text += name + "=" + std::to_string(value.get<long long>()) + "\n";
  } else if (kind == "visible") {
    for (const Json& name : report["visible"]) text += name.get<std::string>() + "\n";
  } else if (kind == "events") {
    text = lines(report["events"], {"id", "op"});
  } else if (kind == "instances") {
    text = lines(report["instances"], {"instance", "op"});
  } else if (kind == "jobs") {
    text = lines(report["jobs"], {"mesh", "cluster", "materialId", "segment", "instance"});
  } else if (kind == "keys") {
    text = lines(report["paint"], {"key"});
  } else if (kind == "cells") {
    for (size_t i = 0; i < report["physics"]["particles"].size(); ++i) {
      const Json& cell = report["physics"]["particles"][i]["cell"];
      text += std::to_string(i) + "=" + (cell.is_null() ? "-" : cell.dump()) + "\n";
    }
  } else if (kind == "sumEventTime" || kind == "sumInstanceTime") {
    for (const Json& row : report[kind == "sumEventTime" ? "events" : "instances"]) sum += row["time"].get<double>();
    return sum;
  } else if (kind == "sumMatrix") {
    for (const Json& job : report["jobs"]) weighted(job["matrix"]);
    return sum;
  } else if (kind == "sumRects") {
    for (const auto& [name, rect] : report["rects"].items()) weighted(rect);
    return sum;
  } else if (kind == "sumAnim") {
    for (const Json& row : report["anim"]) weighted(row["value"]);
    return sum;
  } else if (kind == "sumParticles") {
    std::array<double, 3> total{};
    for (const Json& row : report["physics"]["particles"]) {
      for (size_t i = 0; i < 3; ++i) total[i] += row["at"][i].get<double>();
    }
    return total;
  }
  return sha256(text);
}

using CodePath = std::pair<std::string, std::string>;
std::multiset<CodePath> issues_of(const Json& list) {
  std::multiset<CodePath> issues;
  for (const Json& row : list) issues.emplace(row["code"], row["path"]);
  return issues;
}

class WorldCase : public testing::TestWithParam<size_t> {};

TEST_P(WorldCase, GivesTheExpectedReport) {
  const auto& [name, expected] = cases()[GetParam()];
  const auto folder = kWorldData / "cases";
  const std::string text = read_text(folder / (name + ".world.json"));
  ASSERT_FALSE(text.empty());
  WorldSession session(text, [&](std::string_view file) { return read_bytes(folder / file); });
  if (expected.contains("error")) {
    ASSERT_FALSE(session.ok());
    const Json report = session.report();
    EXPECT_EQ(report["issues"][0]["code"], expected["error"]["code"]);
    EXPECT_EQ(report["issues"][0]["path"], expected["error"]["path"]);
    EXPECT_TRUE(report["issues"][0].contains("line"));
    return;
  }
  ASSERT_TRUE(session.ok()) << session.report().dump();
  std::optional<world::CameraOverride> camera;
  if (expected.contains("camera")) {
    const auto vec = [](const Json& v) {
      return glm::dvec3(v[0].get<double>(), v[1].get<double>(), v[2].get<double>());
    };
    camera.emplace();
    camera->at = vec(expected["camera"]["at"]);
    if (expected["camera"].contains("dir")) camera->dir = vec(expected["camera"]["dir"]);
  }
  const double tolerance = expected.value("tolerance", 1e-6);
  Json report;
  for (size_t i = 0; i < expected["times"].size(); ++i) {
    ASSERT_TRUE(session.evaluate(expected["times"][i].get<double>(), camera));
    report = session.report();
    if (i >= expected["frames"].size()) continue;
    for (const auto& [pointer, wanted] : expected["frames"][i].items()) {
      const Json::json_pointer at(pointer);
      ASSERT_TRUE(report.contains(at)) << "frame " << i << " has no " << pointer;
      EXPECT_EQ(difference(wanted, report[at], tolerance), "") << "frame " << i << " " << pointer;
    }
  }
  if (expected.contains("issues")) {
    EXPECT_EQ(issues_of(report["issues"]), issues_of(expected["issues"])) << report["issues"].dump();
  }
  if (expected.contains("digests")) {
    for (const auto& [kind, wanted] : expected["digests"].items())
      EXPECT_EQ(difference(wanted, digest_of(kind, report), tolerance), "") << kind;
  }
}

INSTANTIATE_TEST_SUITE_P(Reference, WorldCase, testing::Range<size_t>(0, cases().size()),
                         [](const auto& row) { return cases()[row.param].name; });

TEST(Sha256, GivesTheStandardsDigestOfAbc) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace vitrine::test
