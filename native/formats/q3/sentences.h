#pragma once
// Texts of messages of Quake III's companions, in the order of their codes.
#include "base/sentences.h"
#include "formats/q3/codes.h"

namespace vitrine::q3::messages {

using vitrine::messages::kCancelled;

inline constexpr Sentence kSkinOfNoModel{kCompanionIgnored, "no model here has a surface with a name of this skin"};
inline constexpr Sentence kSkinWithoutLines{kCompanionIgnored, "the skin has no line for a surface"};
inline constexpr Sentence kSkinAgain{kCompanionIgnored, "{} has this skin already"};
inline constexpr Sentence kLineExpected{kSkinLine, "expected 'surface,shader', found '{}'"};
inline constexpr Sentence kShaderExpected{kSkinLine, "expected a shader after '{},'"};
inline constexpr Sentence kWordsBehind{kSkinLine, "expected the end of the line, found '{}', which is passed over"};
inline constexpr Sentence kCommaMissing{
    kSkinLine, "there is no comma behind '{}': Quake III reads the line all the same, DarkPlaces passes it over"};
inline constexpr Sentence kReplaceWords{kSkinLine, "expected a surface and a shader after 'replace'"};
inline constexpr Sentence kTooManyLines{kSkinLine, "more than {} lines for surfaces; the rest is passed over"};
inline constexpr Sentence kNoSuchSurface{kSkinSurface, "no surface is called '{}'; there are {}"};
inline constexpr Sentence kSurfaceTwice{kSkinSurface,
                                        "'{}' has a line already, which counts; in DarkPlaces the last one does"};
inline constexpr Sentence kLeftSurfaces{
    kSkinSurface, "without a line: {}; their images stay as they are, DarkPlaces does not draw these surfaces"};
inline constexpr Sentence kByOrder{
    kSkinSurface,
    "no surface has a name of this skin, which has as many lines: they are taken in the order of the surfaces"};

inline constexpr Sentence kCullExpected{kShaderValue, "expected the side that is not drawn after cull, found '{}'"};
inline constexpr Sentence kAlphaExpected{kShaderValue, "expected GT0, LT128 or GE128 after alphaFunc, found '{}'"};
inline constexpr Sentence kDeclaredLater{
    kShaderDuplicate,
    "shader \"{}\" is declared in {}, line {} already; Quake III takes the later file, DarkPlaces the first"};
inline constexpr Sentence kEditorImage{
    kShaderImage, "shader \"{}\" has no stage: the editor's image {} is shown, as GtkRadiant and q3map2 do"};

}  // namespace vitrine::q3::messages
