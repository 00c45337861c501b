// The core of embedded models: it shows them, and leaves curves, exports, pictures, sounds and worlds to the whole
// core.

#include "wasm/view.h"

EMSCRIPTEN_BINDINGS(vitrine) { vitrine::bind_view("Document"); }
