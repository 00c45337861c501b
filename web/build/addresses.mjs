// Where the sources of a release can be read: the publisher's own address, in the words of the host that it names.

/** How hosts of code name a file of a tag, to read and as bytes, and the list of bugs: after the address of the repository. */
const hosts = [
  [/(^|\.)gitlab\./, (tag) => [`-/blob/${tag}`, `-/raw/${tag}`, '-/issues']],
  [/^(codeberg\.org|gitea\.|forgejo\.)/, (tag) => [`src/tag/${tag}`, `raw/tag/${tag}`, 'issues']],
  [/(?:)/, (tag) => [`blob/${tag}`, `raw/${tag}`, 'issues']],
];

/** { homepage, repository, bugs, file(path), bytes(path) } of a repository's address; throws for what is no https address. */
export function placesOf(address, version, homepage) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' || url.pathname === '/') throw new Error(`not the https address of a repository: ${address}`);
  const base = `${url.origin}${url.pathname.replace(/(\.git)?\/*$/, '')}`,
    [file, bytes, issues] = hosts.find(([host]) => host.test(url.hostname))[1](`v${version}`);
  return {
    homepage: homepage ?? `${base}#readme`,
    repository: { type: 'git', url: `git+${base}.git` },
    bugs: { url: `${base}/${issues}` },
    file: (path) => `${base}/${file}/${path}`,
    bytes: (path) => `${base}/${bytes}/${path}`,
  };
}

/** Markdown whose links and pictures of the repository lead there from anywhere; anchors and other addresses stay. */
export function withAddresses(markdown, places) {
  return markdown.replace(/(!?)\[((?:[^[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)/g, (all, picture, text, target) => {
    const inner = text.includes('![') ? withAddresses(text, places) : text;
    if (/^(#|[a-z]+:)/.test(target)) return `${picture}[${inner}](${target})`;
    return `${picture}[${inner}](${(picture ? places.bytes : places.file)(target)})`;
  });
}
