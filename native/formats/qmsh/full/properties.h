#pragma once
// Data beyond the scene, kept as properties. View cores keep none (view/rows.cpp).

#include <vector>

#include "formats/qmsh/binary_model.h"
#include "formats/qmsh/text_model.h"
#include "scene/scene.h"

namespace vitrine::qmsh {

/// Data of the editor, and the groups; bones are the first of `nodes`.
void add_bone_properties(const BinaryModel& model, std::vector<Node>& nodes, bool& was_1250);
void add_material_properties(const BinaryModel& model, const BinarySubmesh& submesh, Material& material);
void add_point_properties(const BinaryModel& model, const BinaryPoint& point, bool attached, Node& node);
void add_camera_properties(const glm::vec3& target, const glm::vec3& up, Node& node);

void add_armature_properties(const TextArmature& armature, Node& node);
void add_bone_properties(const TextModel& model, const TextBone& bone, Node& joint);
void add_object_properties(const TextMesh& object, Node& node);
void add_material_properties(const TextMaterial& text, Material& material);
/// False when its type is unknown.
bool add_empty_properties(const TextEmpty& empty, Node& node);

}  // namespace vitrine::qmsh
