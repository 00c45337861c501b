#pragma once
// Data that a conversion dropped or approximated, for the report that comes with every converted file.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace vitrine {

struct Loss {
  std::string what;     ///< stable word: "influences", "cameras", "curves"
  uint64_t count = 0;   ///< how many things it concerns
  double largest = 0;   ///< largest deviation, in the unit that the message names; 0 where nothing was measured
  std::string message;  ///< one sentence
};

/// The start of a list of names, in quotes.
inline std::string named_list(const std::vector<std::string>& names) {
  constexpr size_t kMostNamed = 5;
  std::string out;
  for (size_t i = 0; i < names.size() && i < kMostNamed; ++i) out += (i == 0 ? "'" : ", '") + names[i] + "'";
  return names.size() > kMostNamed ? out + ", ..." : out;
}

class LossReport {
 public:
  /// Nothing is recorded when nothing is lost.
  void add(std::string what, uint64_t count, std::string message, double largest = 0) {
    if (count != 0) losses_.push_back({std::move(what), count, largest, std::move(message)});
  }
  const std::vector<Loss>& losses() const { return losses_; }
  nlohmann::ordered_json json() const {
    auto list = nlohmann::ordered_json::array();
    for (const Loss& loss : losses_) {
      list.push_back(
          {{"what", loss.what}, {"count", loss.count}, {"largest", loss.largest}, {"message", loss.message}});
    }
    return list;
  }

 private:
  std::vector<Loss> losses_;
};

}  // namespace vitrine
