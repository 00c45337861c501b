// Links in the text that drive a figure: <a href="#fig1?action=walk&time=0.5">. Without scripts they lead to no id.

import { isStill } from './sharedEngine';
import { VitrineViewerElement } from './viewer';
import { decoded } from './words';

let listening = false;

/** The viewer that a fragment addresses, and its settings. */
function figureOf(hash: string): { figure: VitrineViewerElement; given: URLSearchParams } | undefined {
  const [id = '', given] = hash.replace(/^#/, '').split(/\?(.*)/s);
  if (given === undefined) return undefined;
  const figure = document.getElementById(decoded(id));
  return figure instanceof VitrineViewerElement ? { figure, given: new URLSearchParams(given) } : undefined;
}

const attributes = ['action', 'camera-orbit', 'camera-target', 'field-of-view', 'overlays', 'speed'] as const;

/** Applies a link: attributes by their names, then time and playing. */
export function drive(figure: VitrineViewerElement, given: URLSearchParams): void {
  for (const name of attributes) {
    const value = given.get(name);
    if (value !== null) figure.setAttribute(name, value);
  }
  const loop = given.get('loop'),
    playing = given.get('playing'),
    time = given.get('time');
  if (loop !== null) figure.loop = isOn(loop);
  if (time !== null && Number.isFinite(Number(time))) {
    if (playing === null) figure.pause();
    figure.currentTime = Number(time);
  }
  if (playing !== null) {
    if (isOn(playing)) void figure.play();
    else figure.pause();
  }
  figure.show();
}

const isOn = (value: string): boolean => value !== '0' && value !== 'false';

/** Once for the page. */
export function listenToLinks(): void {
  if (listening) return;
  listening = true;
  document.addEventListener(
    'click',
    (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
      if (!link || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return;
      const address = new URL(link.href, document.baseURI);
      if (address.href.replace(/#.*/s, '') !== location.href.replace(/#.*/s, '')) return;
      const found = figureOf(address.hash);
      if (!found) return;
      event.preventDefault();
      if (location.hash !== address.hash) history.pushState(history.state, '', address.hash);
      apply(found);
    },
    // Before routers that take every link for one of theirs.
    { capture: true },
  );
  addEventListener('hashchange', follow);
  addEventListener('popstate', follow);
  follow();
}

function follow(): void {
  const found = figureOf(location.hash);
  if (found) apply(found);
}

function apply({ figure, given }: { figure: VitrineViewerElement; given: URLSearchParams }): void {
  figure.scrollIntoView({ block: 'nearest', behavior: isStill() ? 'auto' : 'smooth' });
  drive(figure, given);
}
