// The bytes that put a file right.

#include "formats/kri/full/fixes.h"

#include "kri_support.h"

namespace vitrine {
namespace {

using namespace test;

/// Pairs of weight and bone, four a vertex; bone 0 is the mesh object, of which the sums are 255.
TEST(KriFixes, GiveWeightsWithoutABoneToTheMesh) {
  KriFile file;
  file.node("Rig").chunk("skel", Writer().u8(1).text("bone").u8(0).f32({0, 0, 0, 1, 0, 0, 0, 1}));
  file.node("Box", "Rig").triangle();
  file.chunk("v_skin", Writer().u8(255).u8(1).u16(0).u32(0).u8(128).u8(1).u8(127).u8(9).u32(0).u32(0).u32(0));
  Bytes bytes = file.bytes();
  const uint64_t pairs = file.last() + 12;
  const Fixes fixes = kri::find_fixes(bytes);
  ASSERT_EQ(fixes.size(), 1u);
  for (const Edit& edit : fixes[0].edits) {
    ASSERT_EQ(edit.removed, edit.bytes.size());
    std::copy(edit.bytes.begin(), edit.bytes.end(), bytes.begin() + static_cast<ptrdiff_t>(edit.offset));
  }
  const Bytes mended(bytes.begin() + static_cast<ptrdiff_t>(pairs), bytes.end());
  EXPECT_EQ(mended, (Bytes{255, 1, 0, 0, 0, 0, 0, 0, 128, 1, 127, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(load_kri(file.bytes()).diagnostics.messages().size(), 1u);
  EXPECT_TRUE(load_kri(bytes).diagnostics.messages().empty());
}

}  // namespace
}  // namespace vitrine
