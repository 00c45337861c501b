// Files behind addresses, and in words why one cannot be had.

import { VitrineError } from '../../base/errors';
import { plainName } from '../../core/gzipName';
import type { SourceFile } from '../../protocol/files';
import { t } from '../language';
import { bytesText } from '../words';

/**
 * Hosts of code: what a reader copies there is the page about a file; other sites may read the file itself at another address.
 * [host, path of the page, path of the file, another host].
 */
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

interface FetchHooks {
  /** Bytes so far and in all; 0 where a server does not say. */
  progress?: (name: string, loaded: number, total: number) => void;
  signal?: AbortSignal;
}

/** More than any archive that is opened. */
const kMostBytes = 2 ** 30;

/** File name of a URL: the last segment of its path. */
export function nameOfAddress(address: URL): string {
  const last = address.pathname.split('/').pop() ?? '';
  try {
    return decodeURIComponent(last) || address.hostname;
  } catch {
    return last;
  }
}

/** Rejects with VitrineError FETCH_FAILED, or with an AbortError when `signal` aborts. */
export async function fetchFiles(
  urls: readonly string[],
  base: string,
  { progress, signal }: FetchHooks = {},
): Promise<SourceFile[]> {
  const loaded = urls.map(() => 0),
    totals = urls.map(() => 0);
  const notify = (name: string): void => {
    const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);
    progress?.(name, sum(loaded), totals.every((total) => total > 0) ? sum(totals) : 0);
  };
  const files = await Promise.all(
    urls.map(async (url, i) => {
      const address = addressOf(url, base),
        name = plainName(nameOfAddress(address));
      const data = await receive(address, name, signal, (bytes, total) => {
        [loaded[i], totals[i]] = [bytes, total];
        notify(name);
      });
      return { address, data };
    }),
  );
  const names = namesOf(files.map(({ address }) => address));
  return files.map(({ data }, i) => ({ name: names[i]!, data }));
}

/** What files from these addresses are called: two of one name stay two. */
export function namesOf(addresses: readonly URL[]): string[] {
  const names = new Set<string>();
  return addresses.map((address) => {
    const name = plainName(nameOfAddress(address)),
      own = names.has(name) ? address.pathname.replace(/^\//, '') : name;
    names.add(own);
    return own;
  });
}

/** Throws VitrineError for what is no address, and for those that the page may not ask for. */
export function addressOf(url: string, base: string): URL {
  let address: URL;
  try {
    address = new URL(url, base);
  } catch {
    throw failure(url, t('this is not a URL'));
  }
  if (!/^(https?|blob|data):$/.test(address.protocol))
    throw failure(url, t('URLs begin with https://, this one with {protocol}', { protocol: address.protocol }));
  if (address.protocol === 'http:' && address.origin !== new URL(base).origin)
    throw failure(url, t('this page opens only https URLs, not http'));
  return address;
}

const failure = (url: string, reason: string): VitrineError =>
  new VitrineError('FETCH_FAILED', `${url}: ${reason}`, [
    { code: 'FETCH_FAILED', severity: 0, message: reason, source: url },
  ]);

async function receive(
  address: URL,
  name: string,
  signal: AbortSignal | undefined,
  progress: (loaded: number, total: number) => void,
): Promise<Blob> {
  const shown = address.href.replace(/[?#].*/, '');
  const refuse = (reason: string): never => {
    throw failure(shown, reason);
  };
  const gone = (error: unknown, reason: string): never => {
    if (signal?.aborted) throw error;
    return refuse(reason);
  };
  const response = await fetch(address, signal ? { signal } : {}).catch((error: unknown) =>
    gone(
      error,
      navigator.onLine
        ? t(
            'it could not be fetched: the server does not respond, or does not allow other sites to read its files (CORS). Download it and drop it here, or have its server send Access-Control-Allow-Origin',
          )
        : t('it could not be fetched: this computer is offline'),
    ),
  );
  if (response.status === 404) refuse(t('file not found (404)'));
  if (response.status === 401 || response.status === 403)
    refuse(t('access denied ({status})', { status: String(response.status) }));
  if (!response.ok) refuse(t('the server responded with {status}', { status: String(response.status) }));
  const type = response.headers.get('content-type') ?? '';
  if (/^text\/html\b/i.test(type) && !/\.html?$/i.test(name))
    refuse(t('this is a web page; use the file’s direct URL'));
  const encoded = response.headers.get('content-encoding');
  const total = encoded ? 0 : Number(response.headers.get('content-length') ?? 0);
  const tooLarge = (): never => refuse(t('it is larger than {size}', { size: bytesText(kMostBytes) }));
  if (total > kMostBytes) tooLarge();
  const parts: BlobPart[] = [];
  let loaded = 0;
  if (response.body)
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader
        .read()
        .catch((error: unknown) => gone(error, t('the transfer stopped after {size}', { size: bytesText(loaded) })));
      if (done) break;
      parts.push(value);
      loaded += value.length;
      if (loaded > kMostBytes) {
        await reader.cancel();
        tooLarge();
      }
      progress(loaded, total);
    }
  return new Blob(parts);
}
