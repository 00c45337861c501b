#pragma once
// Chunks whose bulk is an array: vertex data, indices, material spans, curves. Their fields say what the array is; the
// array itself stays in the file's bytes.

#include <optional>

#include "formats/kri/read/layouts.h"

namespace vitrine::kri {

bool is_array_chunk(std::string_view name);
/// As `decode`, for the names above. `data` is what the fields do not hold:
///   v_pos v_nor v_quat v_uv v_color v_shape v_skin  the elements, one per vertex (stride by layout)
///   v_ind                                           u16 x 3 per triangle
///   curve and the earlier *_seq                     the keys: f32 time, then value, left and right handle of `size`
///   floats a_bone                                          from the first pack on
std::optional<Decoded> decode_array(const Frame& frame, Strings strings, uint32_t vertex_count);

}  // namespace vitrine::kri
