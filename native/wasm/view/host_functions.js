// Declares to the linker the functions that the host gives to the view core; the functions themselves are in web/src/core/viewcore.ts.
mergeInto(LibraryManager.library, { number_text: function () {} });
