// Tables of sentences that share a namespace: two sentences of one name would be one for the linker, and either text
// might be told. Here the compiler sees all of them at once.

#include <gtest/gtest.h>

#include "base/sentences.h"
#include "export/glb/sentences.h"
#include "export/qmsh/sentences.h"
#include "export/sentences.h"
#include "scene/sentences.h"
#include "session/sentences.h"

namespace vitrine {
namespace {

TEST(Sentences, OfOneNamespaceHaveDifferentNames) { SUCCEED(); }

}  // namespace
}  // namespace vitrine
