// The page without a network: its service worker, new versions of it, and what the system opens with it or shares with it.

import { scriptUrl } from '../base/trusted';
import type { SourceFile } from '../protocol/files';
import { kShared, shareCaches, shareFields } from '../protocol/share';
import { filesOfHandle } from '../viewer/files';
import { h } from './dom';
import { t } from './language';

interface Host {
  /** Something would be lost by a reload. */
  busy(): boolean;
  open(files: SourceFile[]): void;
  /** What another program has shared. */
  take(files: File[], texts: string[]): void;
  say(text: string): void;
}

/** Offers what was opened with the installed page, and keeps the page for days without a network. */
export function startOffline(host: Host): void {
  const { launchQueue } = globalThis as { launchQueue?: { setConsumer(consumer: (launch: Launch) => void): void } };
  launchQueue?.setConsumer(({ files }) => {
    if (files.length === 0) return;
    void Promise.all(files.map((handle) => filesOfHandle(handle))).then((lists) => host.open(lists.flat()));
  });
  // A page inside another one leaves nothing behind on the machine of its reader.
  if (!('serviceWorker' in navigator) || window.top !== window) return;
  void takeShared(host);
  const start = (): void => void register(host).catch(() => undefined);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

/** Hands over what the service worker has kept, once. */
async function takeShared(host: Host): Promise<void> {
  const id = new URLSearchParams(location.hash.slice(1)).get(kShared);
  if (id === null) return;
  history.replaceState(undefined, '', location.pathname + location.search);
  const cacheName = shareCaches(new URL('./', document.baseURI).href) + id,
    form = await caches
      .match(new URL('./', document.baseURI), { cacheName })
      .then((kept) => kept?.formData())
      .catch(() => undefined);
  const files = form?.getAll(shareFields.files).filter((each) => each instanceof File) ?? [];
  host.take(
    files.filter(({ name, size }) => name !== '' || size > 0),
    shareFields.texts.flatMap((name) => form?.getAll(name) ?? []).filter((each) => typeof each === 'string'),
  );
  await caches.delete(cacheName);
}

interface Launch {
  files: readonly FileSystemHandle[];
}

async function register(host: Host): Promise<void> {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (data === 'vitrine:busy?') ports[0]?.postMessage(host.busy());
  });
  const known = serviceWorker.controller !== null;
  const registration = await serviceWorker.register(scriptUrl(new URL('service-worker.js', document.baseURI).href), {
    updateViaCache: 'none',
  });
  const offer = (worker: ServiceWorker | null): void => {
    // A first installation replaces nothing.
    if (!worker || !serviceWorker.controller) return;
    if (host.busy()) showNote(worker, host);
    else void activate(worker);
  };
  // An update found earlier may already be installing.
  const watch = (worker: ServiceWorker | null): void =>
    worker?.addEventListener('statechange', () => worker.state === 'installed' && offer(worker));
  watch(registration.installing);
  offer(registration.waiting);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  let reloading = false;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first one takes over a page that already has all it needs.
    if (!known || reloading || (host.busy() && !asked)) return;
    reloading = true;
    location.reload();
  });
  // A page that stays open for days asks now and then.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => undefined);
  });
}

/** The user has asked for the new version, whatever is shown. */
let asked = false;

/** False when another page of this one's kind is in the middle of something. */
function activate(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    worker.postMessage('vitrine:activate', [port2]);
  });
}

function showNote(worker: ServiceWorker, host: Host): void {
  const note = h(
    'div',
    { class: 'version-note', attributes: { role: 'status' } },
    h('span', { text: t('A new version is ready.') }),
    h('button', {
      class: 'button small',
      text: t('Reload now'),
      attributes: { type: 'button' },
      on: {
        click: () => {
          asked = true;
          void activate(worker).then((done) => {
            if (!done)
              host.say(t('Another window has an open document. The new version loads when that window is closed.'));
          });
        },
      },
    }),
    h('button', {
      class: 'button small',
      text: t('Later'),
      attributes: { type: 'button' },
      on: { click: () => note.remove() },
    }),
  );
  document.querySelector('.version-note')?.remove();
  document.getElementById('content')!.append(note);
}
