#pragma once
// Texts of messages of images, in the order of their codes.
#include "base/sentences.h"
#include "images/codes.h"

namespace vitrine::images::messages {

inline constexpr Sentence kEndsInDx10Header{kTruncated, "the file ends inside the DX10 header"};
inline constexpr Sentence kEndsInHeader{kTruncated, "the file ends inside the header"};
inline constexpr Sentence kTooManyPixels{kLimitCount, "the image has more pixels than the limit of {}"};
inline constexpr Sentence kLevelMissing{kTruncated, "the file ends before level {} of face {} does"};
inline constexpr Sentence kLfsPointer{
    kImageFormat, "a Git LFS pointer of {} bytes, not the image itself; fetch the image with git lfs pull"};
inline constexpr Sentence kKtx{kImageFormat,
                               "a {} image (compressed for graphics cards), which Vitrine does not decode"};
inline constexpr Sentence kDxgiFormat{kImageFormat, "DXGI format {} cannot be decoded"};
inline constexpr Sentence kNotTwoDimensional{kImageFormat, "only two-dimensional textures can be decoded"};
inline constexpr Sentence kUnknownCoding{kImageFormat, "the coding \"{}\" cannot be decoded"};
inline constexpr Sentence kNeitherCodedNorPlain{kImageFormat, "the pixel format is neither coded nor plain colours"};
inline constexpr Sentence kVolumeTexture{kImageFormat, "volume textures cannot be decoded"};
inline constexpr Sentence kHuffmanCoded{kImageFormat, "image type {} (Huffman coded) cannot be read"};
inline constexpr Sentence kArraySize{kImageHeader, "the array has no element or too many"};
inline constexpr Sentence kBitsPerPixel{kImageHeader, "expected 8, 16, 24 or 32 bits per pixel, found {}"};
inline constexpr Sentence kDdsHeaderSize{kImageHeader, "expected a header of 124 bytes, found {}"};
inline constexpr Sentence kPixelFormatSize{kImageHeader, "expected a pixel format of 32 bytes, found {}"};
inline constexpr Sentence kNoPixels{kImageHeader, "the image has no pixels"};
inline constexpr Sentence kCubeWithoutFace{kImageHeader, "a cube map without a face"};
inline constexpr Sentence kPlatformRefuses{kImageHeader,
                                           "the platform does not decode this image: it is damaged or cut off"};
inline constexpr Sentence kTypeWithoutPixels{kImageHeader, "image type 0 has no pixels"};
inline constexpr Sentence kNoTga{
    kImageHeader, "image type {} with {} bits per pixel and a palette of {} {entry|entries} of {} bits is not a TGA"};
inline constexpr Sentence kPixelsMissing{kTruncated, "the file ends before the image of {} x {} pixels does"};
inline constexpr Sentence kNoSuchColour{kBadIndex, "colour {} is not in the palette of {}"};

}  // namespace vitrine::images::messages
