#pragma once
// Vertex arrays of the binary form: any format of numbers, one to four of them per vertex.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "formats/format.h"
#include "formats/iqm/raw.h"
#include "formats/iqm/read/header.h"

namespace vitrine::iqm {

enum ArrayType : uint32_t {
  kPositions,
  kTexcoords,
  kNormals,
  kTangents,
  kBlendIndexes,
  kBlendWeights,
  kColors,
  kKnownTypes,
  kFirstCustom = 16
};
inline constexpr const char* kArrayNames[] = {"position",     "texcoord",     "normal", "tangent",
                                              "blendindexes", "blendweights", "color"};
inline constexpr const char* kFormatNames[] = {"byte", "ubyte", "short", "ushort", "int",
                                               "uint", "half",  "float", "double"};
inline constexpr uint32_t kFormatBytes[] = {1, 1, 2, 2, 4, 4, 2, 4, 8};

struct VertexArray {
  uint64_t record = 0;  ///< offset of its record
  uint32_t type = 0, format = 0, components = 0;
  uint64_t offset = 0;  ///< of its numbers
  std::string name;     ///< as above, "reserved9", or the file's own
  bool used = false;    ///< the first of its type, and a type that is known

  uint64_t stride() const { return uint64_t{components} * kFormatBytes[format]; }
};

/// The records, checked against the file. Order: as in the file.
Result<std::vector<VertexArray>> read_array_records(LoadContext& context, const Header& header, const Parts& parts,
                                                    const Strings& strings);
/// Positions, normals, texture coordinates, tangents and colours.
Status read_vertices(LoadContext& context, const std::vector<VertexArray>& arrays, uint32_t vertex_count,
                     RawModel& raw);
/// The influences; their joints exist.
Status read_influences(LoadContext& context, const std::vector<VertexArray>& arrays, uint32_t vertex_count,
                       size_t joint_count, RawModel& raw);

}  // namespace vitrine::iqm
