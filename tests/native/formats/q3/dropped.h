#pragma once
// A model of named surfaces with the files that lie beside it.

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "session/document.h"

namespace vitrine {

struct NamedSurface {
  const char *surface, *material;
};
using Surfaces = std::initializer_list<NamedSurface>;

/// A triangle per surface, with its material.
inline std::string surfaces_text(const Surfaces& surfaces) {
  std::string text = "# Inter-Quake Export\n";
  for (const auto& [surface, material] : surfaces)
    text += std::string("mesh \"") + surface + "\"\nmaterial \"" + material +
            "\"\nvp 0 0 0\nvt 0 0\nvp 0 0 2\nvt 0 1\nvp 0 1 2\nvt 1 1\nfm 0 1 2\n";
  return text;
}

class Dropped {
 public:
  explicit Dropped(const Surfaces& surfaces, const char* name = "x.iqe", const char* skin = "")
      : document_(std::make_unique<Document>(Limits(), wearing(skin))) {
    with(name, surfaces_text(surfaces));
  }
  Dropped& with(const std::string& name, std::string_view text) {
    document_->add_file(name, {text.begin(), text.end()});
    return *this;
  }
  Document& load() {
    if (!loaded_) {
      EXPECT_TRUE(document_->load());
    }
    loaded_ = true;
    return *document_;
  }
  const Scene& scene() { return load().scene(); }
  const Material& material_of(std::string_view surface) {
    for (const Mesh& mesh : scene().meshes) {
      for (const Primitive& primitive : mesh.primitives)
        if (primitive.name == surface) return scene().materials.at(primitive.material);
    }
    ADD_FAILURE() << "no surface is called " << surface;
    return scene().materials.at(0);
  }
  std::string image_of(std::string_view surface, TextureRole role = TextureRole::kDiffuse) {
    for (const TextureSlot& slot : material_of(surface).slots)
      if (slot.role == role) return scene().textures.at(slot.texture).name;
    return "";
  }
  /// Of all messages, "CODE:line:column", in their order.
  std::vector<std::string> messages() {
    std::vector<std::string> out;
    for (const Message& m : load().diagnostics().messages()) {
      std::string one = m.code->id;
      if (m.line != 0) one += ":" + std::to_string(m.line) + ":" + std::to_string(m.column);
      out.push_back(one);
    }
    return out;
  }

 private:
  static ReadOptions wearing(const char* skin) {
    ReadOptions options;
    options.skin = skin;
    return options;
  }

  std::unique_ptr<Document> document_;
  bool loaded_ = false;
};

}  // namespace vitrine
