#pragma once
// Questions about a document that are answered with JSON: a row each, in one table. A new question is a row here and a
// line in web/src/core/ask.ts.

#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "session/document.h"
#include "session/document_renderer.h"

namespace vitrine {

/// JSON, and the arrays that it speaks of in their order, which live as long as it does.
struct Answer {
  nlohmann::ordered_json json;
  std::vector<BufferView> arrays;

  Answer() = default;
  explicit Answer(nlohmann::ordered_json value) : json(std::move(value)) {}

  template <typename T>
  void add(std::vector<T> values) {
    const auto kept = std::make_shared<std::vector<T>>(std::move(values));
    arrays.push_back({kept->data(), kept->size() * sizeof(T)});
    kept_.push_back(kept);
  }

 private:
  std::vector<std::shared_ptr<const void>> kept_;
};

/// Whom a question is put to.
struct Asked {
  Document& document;
  DocumentRenderer& pictures;
  ExportImages& export_images;  ///< for the next export, which takes them
  const Simplify& simplify;
};

/// `input` is a JSON object; a member that is missing or of another type counts as 0, false or empty. What can fail
/// answers { "error": Message }. Null for a name that is no question.
Answer ask(const Asked& asked, std::string_view name, std::string_view input);

}  // namespace vitrine
