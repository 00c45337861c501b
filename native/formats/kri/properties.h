#pragma once
// Values of materials and emitters that the scene has no field for: numbers and words by `chunk.field`.

#include <string>
#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace vitrine::kri {

class Properties {
 public:
  /// Names are looked up behind `prefix` ("unit0.").
  explicit Properties(const std::vector<Property>& list, std::string prefix = {})
      : list_(&list), prefix_(std::move(prefix)) {}

  bool has(std::string_view name) const { return find(name) != nullptr; }
  float number(std::string_view name, float fallback, size_t index = 0) const {
    const Property* p = find(name);
    return p != nullptr && index < p->numbers.size() ? static_cast<float>(p->numbers[index]) : fallback;
  }
  std::string text(std::string_view name, std::string_view fallback) const {
    const Property* p = find(name);
    return std::string(p != nullptr && p->numbers.empty() ? std::string_view(p->text) : fallback);
  }
  /// Every number whose name begins with `start`, with the rest of its name.
  std::vector<std::pair<std::string, float>> numbers_below(std::string_view start) const {
    const std::string whole = prefix_ + std::string(start);
    std::vector<std::pair<std::string, float>> out;
    for (const Property& p : *list_) {
      if (p.name.starts_with(whole) && !p.numbers.empty())
        out.emplace_back(p.name.substr(whole.size()), static_cast<float>(p.numbers[0]));
    }
    return out;
  }

 private:
  const Property* find(std::string_view name) const {
    for (const Property& p : *list_) {
      if (p.name.size() == prefix_.size() + name.size() && p.name.starts_with(prefix_) && p.name.ends_with(name))
        return &p;
    }
    return nullptr;
  }

  const std::vector<Property>* list_;
  std::string prefix_;
};

}  // namespace vitrine::kri
