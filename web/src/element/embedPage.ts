// The script of embed.html: one viewer that fills the page, its parameters after `#`, and the messages of the page around.

import './element';
import { notesFrom } from '../core/annotations';
import { readingAttributes } from '../core/formats';
import { appendAll } from '../base/lists';
import { pointText } from '../core/points';
import { switches, words } from './attributes';
import { make } from './dom';
import type { EmbedCommand, EmbedEvent, EmbedSettings } from './embed';
import type { VitrineViewerElement } from './viewer';

const viewer = document.querySelector('vitrine-viewer')!;
const given = (): URLSearchParams => new URLSearchParams(location.hash.replace(/^#/, ''));

// -- parameters ---------------------------------------------------------------------------------------------------------

const texts = [
  'src',
  'animations',
  'textures',
  'poster',
  'alt',
  'action',
  'time',
  'speed',
  'controls',
  'overlays',
  'background',
  'theme',
  'reveal',
  'camera-orbit',
  'camera-target',
  'field-of-view',
] as const;

function readHash(): void {
  const hash = given();
  const isOn = (name: string, otherwise: boolean): boolean => {
    const value = hash.get(name);
    return value === null ? otherwise : value !== '0' && value !== 'false';
  };
  // Before the source, which begins to load with what is there.
  for (const child of viewer.querySelectorAll('[data-at]')) child.remove();
  const notes = notesFrom(hash.get('notes') ?? '').map((note, i) => {
    const child = make('button', { type: 'button', slot: `note-${i + 1}`, 'data-at': pointText(note.at) }, note.text);
    if (note.action !== undefined) child.dataset.action = note.action;
    if (note.time !== undefined) child.dataset.time = String(note.time);
    return child;
  });
  appendAll(viewer, notes);
  viewer.toggleAttribute('loop', isOn('loop', true));
  for (const name of switches) viewer.toggleAttribute(name, isOn(name, false));
  for (const name of [...texts, ...words].reverse()) set(viewer, name, hash.get(name) ?? undefined);
  if (!hash.has('controls')) viewer.setAttribute('controls', 'basic');
  const camera = cameraOf(hash.get('camera'));
  if (camera) {
    set(viewer, 'camera-orbit', camera.orbit);
    set(viewer, 'camera-target', camera.target);
  }
  // Paused at a given time.
  viewer.toggleAttribute('playing', isOn('playing', !hash.has('time')));
  document.title = hash.get('alt') || 'Vitrine';
  if (!hash.get('src')) document.body.dataset.empty = '';
  else delete document.body.dataset.empty;
}

function set(element: VitrineViewerElement, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** The application's `camera`: yaw and pitch in degrees, distance, target. */
function cameraOf(text: string | null): { orbit: string; target: string } | undefined {
  const numbers = (text ?? '').split(',').map((part) => (part === '' ? NaN : Number(part)));
  if (numbers.length !== 6 || !numbers.every(Number.isFinite)) return undefined;
  const [yaw, pitch, distance, ...target] = numbers as [number, number, number, number, number, number];
  return { orbit: `${yaw}deg ${90 - pitch}deg ${distance}`, target: target.join(' ') };
}

// -- messages -----------------------------------------------------------------------------------------------------------

/**
 * Origin of the window that contains the frame: the parameter `origin`, else the one reported by the browser. `null` is
 * that of sandboxed pages and of files.
 */
function originAround(): string | undefined {
  if (parent === window) return undefined;
  const named = given().get('origin'),
    said = location.ancestorOrigins?.[0] ?? (document.referrer ? new URL(document.referrer).origin : undefined);
  if (named === null) return said;
  if (named === '*' || named === 'null') return named;
  const origin = URL.canParse(named) ? new URL(named).origin : 'null';
  if (origin !== 'null') return origin;
  if (named !== warned) console.warn(`vitrine: origin=${named} is no origin, as https://example.com is one.`);
  warned = named;
  return said;
}

/** The parameter that was told of last. */
let warned: string | undefined;

function post(event: EmbedEvent): void {
  const origin = originAround();
  // A window without an origin cannot be named; it is the parent, and nothing secret is sent.
  if (origin !== undefined) parent.postMessage(event, origin === 'null' ? '*' : origin);
}

function postLoaded(): void {
  const { report, actions, action, duration } = viewer;
  if (!report) return;
  post({
    type: 'vitrine:loaded',
    actions: actions.map(({ name, duration: seconds, frames, frameRate, playable }) => ({
      name,
      duration: seconds,
      frames,
      frameRate,
      playable,
    })),
    action,
    duration,
    statistics: report.info.statistics,
  });
}

function postTime(): void {
  const { currentTime, duration, action, paused } = viewer;
  if (viewer.report) post({ type: 'vitrine:time', time: currentTime, duration, action, paused });
}

function postSize(): void {
  const [, across = 4, down = 3] = /^([\d.]+)\s*[/:]\s*([\d.]+)$/.exec(given().get('ratio') ?? '') ?? [];
  const { clientWidth: width } = document.documentElement;
  const height = Math.round((width * Number(down)) / Number(across));
  if (width > 0 && Number.isFinite(height)) post({ type: 'vitrine:size', width, height });
}

const attributeOf: Partial<Record<keyof EmbedSettings, string>> = {
  animations: 'animations',
  textures: 'textures',
  alt: 'alt',
  poster: 'poster',
  action: 'action',
  speed: 'speed',
  controls: 'controls',
  overlays: 'overlays',
  background: 'background',
  theme: 'theme',
  src: 'src',
};

function apply(command: EmbedCommand): void {
  for (const [member, name] of [...words.map((word) => [word, word] as const), ...Object.entries(attributeOf)]) {
    const value: unknown = command[member as keyof EmbedSettings];
    if (typeof value === 'string' || typeof value === 'number') viewer.setAttribute(name, String(value));
  }
  const { loop, playing, time, camera } = command;
  for (const name of switches) {
    const on: unknown = command[readingAttributes[name] as keyof EmbedSettings];
    if (typeof on === 'boolean') viewer.toggleAttribute(name, on);
  }
  if (typeof loop === 'boolean') viewer.loop = loop;
  if (typeof camera === 'object' && camera !== null) {
    if (typeof camera.orbit === 'string') viewer.cameraOrbit = camera.orbit;
    if (typeof camera.target === 'string') viewer.cameraTarget = camera.target;
    if (typeof camera.fieldOfView === 'string') viewer.fieldOfView = camera.fieldOfView;
  }
  if (typeof time === 'number' && Number.isFinite(time)) {
    if (playing === undefined) viewer.pause();
    viewer.currentTime = time;
  }
  if (playing === true) void viewer.play();
  else if (playing === false) viewer.pause();
}

addEventListener('message', ({ source, origin, data }: MessageEvent<EmbedCommand>) => {
  if (source !== parent || parent === window || origin !== originAround()) return;
  if (typeof data !== 'object' || data === null || data.type !== 'vitrine:set') return;
  if (Object.keys(data).length > 1) {
    apply(data);
    return;
  }
  post({ type: 'vitrine:ready' });
  postSize();
  postLoaded();
  postTime();
});

for (const name of ['timeupdate', 'play', 'pause', 'actionchange'] as const) viewer.addEventListener(name, postTime);
viewer.addEventListener('load', postLoaded);
viewer.addEventListener('error', () => {
  if (viewer.error) post({ type: 'vitrine:error', code: viewer.error.code, message: viewer.error.message });
});
addEventListener('hashchange', readHash);
new ResizeObserver(postSize).observe(document.documentElement);
readHash();
post({ type: 'vitrine:ready' });
