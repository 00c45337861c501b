#pragma once
// Sentences of pictures and documents.
#include "session/codes.h"

namespace vitrine::messages {

inline constexpr Sentence kImagesTie{kImageTie, "the image \"{}\" matches {} files equally well; used: {}"};
inline constexpr Sentence kStoodInFor{kModelReplaced, "{} stands in for this model, which is not shown"};
inline constexpr Sentence kLevelOf{kModelReplaced,
                                   "{} is this model in more detail and is shown instead; engines show this one from "
                                   "afar"};
inline constexpr Sentence kAtLevel{kModelReplaced, "{} is shown instead: the chosen level of detail"};
inline constexpr Sentence kUnknownSkin{kSkinUnknown, "no skin is called \"{}\"; {}"};
inline constexpr Sentence kPictureOptionsNoObject{kRenderOption, "the options are not a JSON object"};
inline constexpr Sentence kUnknownOption{kRenderOption, "there is no option \"{}\""};
inline constexpr Sentence kOptionMustBe{kRenderOption, "the option \"{}\" must be {}"};
inline constexpr Sentence kNoModelToDraw{kNothingToShow, "there is no model to draw"};
inline constexpr Sentence kNoCameraToLookThrough{kCameraUnknown, "there is no camera"};
inline constexpr Sentence kNoSuchCamera{kCameraUnknown, "there is no camera \"{}\"; {}"};
inline constexpr Sentence kNoRoomForPicture{kOutOfMemory, "there is not enough memory for this picture"};
inline constexpr Sentence kSoundTooLarge{kLimitInput, "the file has {} bytes"};

}  // namespace vitrine::messages
