// What another program shares with the installed page (`share_target` of the manifest): the service worker keeps the form
// until the page that it leads to takes it. In a cache, since a worker may end in between.

/** Fields of the form, as the manifest has them; the texts in the order in which a link is looked for. */
export const shareFields = { files: 'files', texts: ['url', 'text', 'title'] } as const;
/** Word in the address of the page, behind `#`. */
export const kShared = 'shared';

/** Begins the names of those caches; `base` is the address of the page's folder. */
export const shareCaches = (base: string): string => `vitrine-shared ${base} `;
