#pragma once
#include "base/result.h"
#include "formats/format.h"
#include "formats/iqm/raw.h"

namespace vitrine::iqm {

/// The binary form. Fills `context.info`; errors stand at the field that is wrong.
Result<RawModel> read_binary(LoadContext& context);
/// The text form; errors stand at the line that is wrong.
Result<RawModel> read_text(LoadContext& context);
/// Does the file begin as the text form does (a byte order mark may come first)?
bool is_text(std::span<const uint8_t> bytes);

/// T * R * S from a file's numbers x y z, x y z w, x y z: what is no number is left out of it, a quaternion without
/// length turns nothing. Rotations come out with length 1.
Transform make_transform(const double* translation, const double* rotation, const double* scale);
/// Version 1 and texts leave w out: the negative root.
double restored_w(double x, double y, double z);

/// Checks that parents exist and that no record is its own ancestor; the parent of record i stands at
/// `first + i * stride`. Without diagnostics, parents behind their children are not reported.
Status check_parents(const std::vector<int64_t>& parents, uint64_t first, uint64_t stride, Diagnostics& diagnostics);
/// Numbers of all records, parents before their children.
std::vector<uint32_t> parents_first(const std::vector<int64_t>& parents);

}  // namespace vitrine::iqm
