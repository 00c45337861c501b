#pragma once
// What only models of one format need, though it lies in the shared folders. In the core for viewing such a function
// stays one, so that the build can move it to that format's part (web/build/parts.mjs has the list); the call is behind
// a test that files of other formats never pass.

#if VITRINE_VIEW_ONLY
#define VITRINE_APART [[gnu::noinline]]
#else
#define VITRINE_APART
#endif
