#pragma once
// Sentences of world documents.
#include "world/graph/codes.h"

namespace vitrine::world::messages {

inline constexpr Sentence kJson{kWorldJson, "{}"};
inline constexpr Sentence kUnexpectedNul{kWorldJson,
                                         "syntax error while parsing value - unexpected NUL; expected end of input"};
inline constexpr Sentence kReadersDisagree{kWorldJson, "two readers of this text disagree about its values"};
inline constexpr Sentence kNothingAt{kWorldName, "the document has nothing at \"{}\""};
inline constexpr Sentence kSpliceRange{kWorldSplice, "splice {} goes from {} to {} in a text of {} UTF-16 units"};
inline constexpr Sentence kSpliceOrder{kWorldSplice, "splice {} begins before the end of the one before it"};
inline constexpr Sentence kSpliceInside{kWorldSplice, "splice {} cuts a character in two"};
inline constexpr Sentence kSpliceShape{kWorldSplice,
                                       "a splice has whole numbers \"from\" and \"to\" and the string \"text\""};
inline constexpr Sentence kTooManyValues{kWorldLimit, "more than 4,000,000 values in one document"};
inline constexpr Sentence kTooDeep{kWorldLimit, "arrays and objects nest deeper than 256"};
inline constexpr Sentence kTooManyOperators{kWorldLimit, "the complete tree has more than 1,000,000 operators"};
inline constexpr Sentence kFrameTooLarge{kWorldLimit, "one frame asks for {}"};
inline constexpr Sentence kTooManyPaintJobs{kWorldLimit, "one frame asks for more than 10,000,000 paint jobs"};
inline constexpr Sentence kFloodTooLong{kWorldLimit, "the flood fill of this frame takes more than 20,000,000 steps"};
inline constexpr Sentence kTooManyPortals{kWorldLimit, "the lights of this frame look at more than 50,000,000 portals"};
inline constexpr Sentence kTooManySlices{kWorldLimit, "the first frame asks for too many slices of the simulation"};
inline constexpr Sentence kCollisionTooLong{kWorldLimit,
                                            "the collision of this frame takes more than 1,000,000,000 tests"};
inline constexpr Sentence kTooManyCells{kWorldLimit, "the meshes of this world have more than 10,000 collision cells"};
inline constexpr Sentence kTooManyVertices{kWorldLimit, "the poses of this frame have too many vertices"};
inline constexpr Sentence kTooManyLetters{kWorldLimit, "the texts of this world have more than 250,000 letters"};
inline constexpr Sentence kTooManyLayers{kWorldLimit, "this frame takes too long to draw: it has too many layers"};
inline constexpr Sentence kTooManyJobs{kWorldLimit,
                                       "a picture has at most 200,000 jobs and effects and 4,000,000 entries"};
inline constexpr Sentence kTooManyLines{kWorldLimit, "a wireframe has at most 4,000,000 lines"};
inline constexpr Sentence kTooManyTriangles{kWorldLimit, "a picture has at most 3,000,000 different triangles"};
inline constexpr Sentence kPosesTakeLong{kWorldLimit, "the poses of this frame take too long"};
inline constexpr Sentence kTooManyVolumes{
    kWorldLimit,
    "one frame asks for more than 400,000 shadow volumes, 64,000,000 indices of them, or 3,000,000 triangles"};

}  // namespace vitrine::world::messages
