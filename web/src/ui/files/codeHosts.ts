// Addresses of files on hosts of code. What a reader copies is the page about a file; other sites may read the file itself
// at another address.

/** [host, path of the page, path of the file, another host]. */
const pages: readonly [RegExp, RegExp, string, string?][] = [
  [/^(www\.)?github\.com$/, /^\/([^/]+\/[^/]+)\/(?:blob|raw)\/(.+)$/, '/$1/$2', 'raw.githubusercontent.com'],
  [/(^|\.)gitlab\./, /^\/(.+)\/-\/blob\/(.+)$/, '/$1/-/raw/$2'],
  [/^(codeberg\.org|gitea\.com)$/, /^\/([^/]+\/[^/]+)\/src\/((?:branch|tag|commit)\/.+)$/, '/$1/raw/$2'],
];

/** The address of the file that a page of a host of code is about; every other address as it is. */
export function rawAddress(address: string): string {
  if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return address;
  const url = new URL(address);
  for (const [host, page, file, other = url.host] of pages) {
    if (!host.test(url.hostname) || !page.test(url.pathname)) continue;
    return `https://${other}${url.pathname.replace(page, file)}`;
  }
  return address;
}
