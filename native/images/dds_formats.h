#pragma once
// Rare features of DDS files; the core for images leaves them to the full core (native/wasm/view/images.cpp).

#include "images/block_codings.h"
#include "images/dds.h"

namespace vitrine::images {

/// Numbers of DXGI_FORMAT; false for one that is not known.
bool take_dxgi(uint32_t format, DdsInfo& info);
/// Are codings of one or two channels decoded?
bool decodes_channels();
/// BC4 as grey, BC5 as a normal.
void decode_channels(DdsCoding coding, const uint8_t* in, Block& block);

}  // namespace vitrine::images
