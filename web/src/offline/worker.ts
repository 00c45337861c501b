// The service worker of the application: after the first visit the page works without a network. It keeps the files that
// the build has listed, each checked against its hash, and answers with them for the page alone: embedded viewers and
// documentation on the same site, and everything from elsewhere, go to the network as if it were not there.
//
// A new version waits until no page is in the middle of something; what another program shares goes to the page: see
// ui/offline.ts.

import { kShared, shareCaches } from '../protocol/share';

/** Path below this script -> SHA-256 of its bytes, in hex; written by the build. */
declare const VITRINE_FILES: Readonly<Record<string, string>>;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface MessageEventOfPage extends ExtendableEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}
interface Page {
  readonly id: string;
  postMessage(message: unknown, transfer: Transferable[]): void;
}
interface ServiceWorkerScope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { includeUncontrolled: boolean }): Promise<Page[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEventOfPage) => void): void;
}
const scope = self as unknown as ServiceWorkerScope;

const kPrefix = 'vitrine-app ';
const kAnswerMs = 400;
const base = new URL('./', scope.location.href).href;
const version = Object.values(VITRINE_FILES)
  .map((hash) => hash.slice(0, 4))
  .join('');
const cacheName = `${kPrefix}${base} ${version}`;

/** Path below this script, without what follows `?` and `#`; undefined for what lies elsewhere. */
function pathOf(address: string): string | undefined {
  const { origin, pathname } = new URL(address);
  const path = origin + pathname;
  return path.startsWith(base) ? path.slice(base.length) || 'index.html' : undefined;
}

/** Scripts of the page ask for what they need; those of an embedded viewer do not stand in the list. */
const asksForPage = (referrer: string): boolean => referrer === '' || (pathOf(referrer) ?? '') in VITRINE_FILES;

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  await Promise.all(
    Object.entries(VITRINE_FILES).map(async ([path, hash]) => {
      const response = await fetch(base + path, { cache: 'no-cache' });
      // The package of npm has no samples.
      if (response.status === 404 && path.startsWith('samples/')) return;
      // Half of one version and half of another is worse than the one that is there.
      if (!response.ok || (await sha256(await response.clone().arrayBuffer())) !== hash)
        throw new Error(`${path} is not the file of this version`);
      await cache.put(base + path, response);
    }),
  );
}

async function activate(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(`${kPrefix}${base} `) && name !== cacheName) await caches.delete(name);
  await scope.clients.claim();
}

async function answer(path: string, request: Request): Promise<Response> {
  const kept = await (await caches.open(cacheName)).match(base + path);
  return kept ?? fetch(request);
}

/** Keeps what another program shares for the page that the answer leads to; nothing of it stays from before. */
async function keepShared(request: Request): Promise<Response> {
  await forgetShared();
  const id = crypto.randomUUID(),
    cache = await caches.open(shareCaches(base) + id);
  await cache.put(
    base,
    new Response(await request.blob(), { headers: { 'content-type': request.headers.get('content-type') ?? '' } }),
  );
  return Response.redirect(`${base}#${kShared}=${id}`, 303);
}

async function forgetShared(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(shareCaches(base))) await caches.delete(name);
}

/** True when some other page would lose its files in the middle of something. */
async function othersAreBusy(asking: Page | undefined): Promise<boolean> {
  const pages = await scope.clients.matchAll({ includeUncontrolled: true });
  const answers = await Promise.all(
    pages
      .filter(({ id }) => id !== asking?.id)
      .map(
        (page) =>
          new Promise<boolean>((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = ({ data }) => resolve(data === true);
            page.postMessage('vitrine:busy?', [port2]);
            // An embedded viewer does not answer: it has nothing of this cache.
            setTimeout(() => resolve(false), kAnswerMs);
          }),
      ),
  );
  return answers.includes(true);
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));

scope.addEventListener('fetch', (event) => {
  const { request } = event,
    path = pathOf(request.url);
  if (request.method === 'POST' && request.mode === 'navigate' && path === 'index.html')
    return event.respondWith(keepShared(request));
  if (request.method !== 'GET' || path === undefined || !(path in VITRINE_FILES)) return;
  if (request.mode === 'navigate' ? path === 'index.html' : asksForPage(request.referrer))
    event.respondWith(answer(path, request));
});

scope.addEventListener('message', (event) => {
  if (event.data !== 'vitrine:activate') return;
  const asking = (event as unknown as { source?: Page }).source,
    [port] = event.ports;
  event.waitUntil(
    othersAreBusy(asking).then(async (busy) => {
      port?.postMessage(!busy);
      if (!busy) await scope.skipWaiting();
    }),
  );
});
