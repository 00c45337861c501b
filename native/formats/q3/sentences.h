#pragma once
// Texts of messages of Quake III's companions, in the order of their codes.
#include "base/sentences.h"
#include "formats/q3/codes.h"

namespace vitrine::q3::messages {

using vitrine::messages::kCancelled;

inline constexpr Sentence kSkinOfNoModel{kCompanionIgnored, "no open model has a surface that this skin names"};
inline constexpr Sentence kSkinWithoutLines{kCompanionIgnored, "the skin has no line for a surface"};
inline constexpr Sentence kSkinAgain{kCompanionIgnored, "{} has this skin already"};
inline constexpr Sentence kLineExpected{kSkinLine, "expected 'surface,shader', found '{}'"};
inline constexpr Sentence kShaderExpected{kSkinLine, "expected a shader after '{},'"};
inline constexpr Sentence kWordsBehind{kSkinLine, "expected the end of the line, found '{}', which is passed over"};
inline constexpr Sentence kCommaMissing{
    kSkinLine, "the comma after '{}' is missing: Quake III still reads the line, DarkPlaces skips it"};
inline constexpr Sentence kReplaceWords{kSkinLine, "expected a surface and a shader after 'replace'"};
inline constexpr Sentence kTooManyLines{kSkinLine, "more than {} lines for surfaces; the others are skipped"};
inline constexpr Sentence kNoSuchSurface{kSkinSurface, "no surface is called '{}'; there are {}"};
inline constexpr Sentence kSurfaceTwice{kSkinSurface,
                                        "'{}' has a line already, which counts; in DarkPlaces the last one does"};
inline constexpr Sentence kLeftSurfaces{
    kSkinSurface, "surfaces without a line: {}; they keep their images, and DarkPlaces does not draw them"};
inline constexpr Sentence kByOrder{
    kSkinSurface,
    "this skin names none of the surfaces, but has as many lines: they are used in the order of the surfaces"};

inline constexpr Sentence kNoPlayer{kCompanionIgnored, "no model of its folder has the frames of this list"};
inline constexpr Sentence kNoRows{kCompanionIgnored, "the list has no rows; the models keep their own actions"};
inline constexpr Sentence kRowNumber{kAnimationRow, "expected {} of a row, found '{}'; the row is passed over"};
inline constexpr Sentence kRowShort{kAnimationRow, "expected {} of a row; the row is passed over"};
inline constexpr Sentence kRowBelow{kAnimationRow, "{} is {}, below 0; the row is passed over"};
inline constexpr Sentence kRowMore{kAnimationRow, "expected the end of the row, found '{}', which is passed over"};
inline constexpr Sentence kLongLoop{kAnimationRow, "{} frames of {} are to repeat; all of them do"};
inline constexpr Sentence kTooManyRows{kAnimationRow, "more than {} rows; the others are passed over"};
inline constexpr Sentence kUnknownNumber{
    kAnimationKeyword, "Quake III does not know '{}' and takes the number behind it for its first row"};
inline constexpr Sentence kNamedRows{kAnimationKeyword, "rows have names, as Spearmint reads them; Quake III does not"};
inline constexpr Sentence kLastFrames{kAnimationKeyword,
                                      "the second number of a row is its last frame, as in Warsow, not a count"};
inline constexpr Sentence kFramesBeyond{kAnimationRange, "{} has the frames {} to {} of {}, which has 0 to {}"};

inline constexpr Sentence kCullExpected{kShaderValue, "expected the side that is not drawn after cull, found '{}'"};
inline constexpr Sentence kAlphaExpected{kShaderValue, "expected GT0, LT128 or GE128 after alphaFunc, found '{}'"};
inline constexpr Sentence kDeclaredLater{
    kShaderDuplicate,
    "shader \"{}\" is declared in {}, line {} already; Quake III takes the later file, DarkPlaces the first"};
inline constexpr Sentence kEditorImage{
    kShaderImage, "shader \"{}\" has no stage: the editor's image {} is shown, as GtkRadiant and q3map2 do"};

}  // namespace vitrine::q3::messages
