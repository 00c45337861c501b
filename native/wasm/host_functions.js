// Tells the linker what the host of the core for viewing gives it; the functions themselves are in web/src/core/viewcore.ts.
mergeInto(LibraryManager.library, { number_text: function () {} });
