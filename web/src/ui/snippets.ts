// Code to paste into other pages: element, iframe, Markdown.

import { type Note, noteElements, notesText } from '../core/annotations';
import type { ReadOptions } from '../core/formats';
import { plainName } from '../core/gzipName';
import { viewedFormat } from '../core/viewCores';
import type { CameraPose } from '../protocol/view';
import type { ReportFile } from '../core/report';
import { attributesOf, viewAttributes } from '../element/attributes';
import { namesOf } from './files/addresses';
import { formatHash } from './linkState';
import { baseName } from './words';

export interface ShownDocument {
  /** Where this application lies. */
  home: string;
  /** Addresses of the files, where they have any. */
  sources: readonly string[];
  files: readonly ReportFile[];
  /** Where files without an address lie, from the page that shows them; by default all lie beside it. */
  pathOf?(name: string): string;
  /** How they were read. */
  read: ReadOptions;
  title: string;
  action: string | undefined;
  /** Left out where the user has not moved the camera. */
  camera: { pose: CameraPose; part: number } | undefined;
  overlays: readonly string[];
  controls: 'none' | 'basic' | 'full';
  playing: boolean;
  notes: readonly Note[];
}

export interface Snippets {
  element: string;
  iframe: string;
  markdown: string;
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The file that the poster is saved as: called as the model, unless that is an image of it. */
export function posterName(files: readonly ReportFile[]): string {
  const model = baseName(files.find(({ role }) => role === 'mesh')?.name ?? files[0]?.name ?? 'model'),
    stem = model.replace(/\.[^.]*$/, ''),
    taken = (name: string): boolean => files.some((file) => baseName(file.name).toLowerCase() === name.toLowerCase());
  return taken(`${stem}.png`) ? `${stem}-poster.png` : `${stem}.png`;
}

export function snippetsOf(shown: ShownDocument): Snippets {
  const { home, title, action, controls, playing, read } = shown;
  const { model, animations, textures } = sorted(shown);
  const picture = posterName(shown.files);
  const camera = shown.camera?.pose,
    view = camera && viewAttributes(camera),
    // A part of the fitting distance suits frames of any shape.
    orbit = view?.orbit.replace(/\S+$/, `${((shown.camera?.part ?? 1) * 100).toFixed(0)}%`);
  const reading = attributesOf(read);
  const given: [string, string | true][] = [
    ['src', model.join(' ')],
    ...(animations.length > 0 ? [['animations', animations.join(' ')] as [string, string]] : []),
    ...(textures.length > 0 ? [['textures', textures.join(' ')] as [string, string]] : []),
    ...reading,
    ['alt', title],
    ['poster', picture],
    ...(action !== undefined ? [['action', action] as [string, string]] : []),
    ...(view && orbit
      ? ([
          ['camera-orbit', orbit],
          ['camera-target', view.target],
        ] as [string, string][])
      : []),
    ...(shown.overlays.length > 0 ? [['overlays', shown.overlays.join(' ')] as [string, string]] : []),
    ['controls', controls],
    ...(playing ? ([['playing', true]] as [string, true][]) : []),
    ['loop', true],
  ];
  const attributes = given.map(([key, value]) => (value === true ? key : `${key}="${attribute(value)}"`));
  // Preload links for what the script fetches later. Read options other than the default need the full core instead.
  const format = reading.length === 0 ? viewedFormat([...model, ...animations].map(plainName)) : undefined;
  const element = [
    `<link rel="stylesheet" href="${attribute(new URL('styles/element.css', home).href)}">`,
    `<script type="module" src="${attribute(new URL('element.js', home).href)}"></script>`,
    ...(format
      ? [
          `<link rel="modulepreload" href="${attribute(new URL('engine-worker.js', home).href)}">`,
          `<link rel="preload" href="${attribute(new URL(`vitrine-view-${format}.wasm`, home).href)}" as="fetch" crossorigin>`,
        ]
      : []),
    `<vitrine-viewer`,
    ...attributes.map((text) => `  ${text}`),
    `>`,
    `  <img src="${attribute(picture)}" alt="${attribute(title)}">`,
    ...noteElements(shown.notes, attribute).map((text) => `  ${text}`),
    `</vitrine-viewer>`,
  ].join('\n');

  const all = [...model, ...animations, ...textures];
  const state = {
    src: all,
    ...(camera && { camera }),
    ...(action !== undefined && { action }),
    ...(shown.notes.length > 0 && { more: { notes: notesText(shown.notes) } }),
  };
  const switches = reading
    .map(([name, value]) => (value === true ? `&${name}` : `&${name}=${value.replaceAll(' ', '+')}`))
    .join('');
  const extras = `alt=${encodeURIComponent(title)}&controls=${controls}${playing ? '' : '&playing=0'}${switches}`;
  const iframe = [
    `<iframe`,
    `  src="${attribute(`${new URL('embed.html', home).href}#${formatHash(state)}&${extras}`)}"`,
    `  title="${attribute(title)}"`,
    `  width="640" height="480" loading="lazy" allow="fullscreen"`,
    `></iframe>`,
  ].join('\n');

  const words = title.replace(/[[\]\\]/g, '\\$&');
  const address = `${new URL('./', home).href}#${formatHash({ ...state, read })}`
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
  const markdown = `[![${words}](${picture.replaceAll(' ', '%20')})](${address})`;
  return { element, iframe, markdown };
}

/** Whole addresses where the files have some; their names where they came from this machine. */
function sorted({ home, sources, files, action, pathOf = baseName }: ShownDocument): {
  model: string[];
  animations: string[];
  textures: string[];
} {
  const addresses = sources.map((source) => new URL(source, home)),
    names = namesOf(addresses);
  const addressOf = ({ name }: ReportFile): string =>
    addresses[names.indexOf(name)]?.href ?? pathOf(name).split('/').map(encodeURIComponent).join('/');
  const of = (wanted: (role: string) => boolean): string[] =>
    files.filter(({ role }) => wanted(role)).map((file) => addressOf(file).replaceAll(',', '%2C'));
  const plays = (address: string): boolean =>
    action !== undefined && plainName(baseName(address)).replace(/\.[^.]*$/, '') === encodeURIComponent(action);
  const moving = new Set(['animation', 'camera']),
    model = of((role) => !moving.has(role) && role !== 'texture'),
    // The one that plays comes first: a viewer fetches the others after its first picture.
    animations = of((role) => moving.has(role)).sort((a, b) => Number(plays(b)) - Number(plays(a)));
  return {
    model: model.length > 0 ? model : animations,
    animations: model.length > 0 ? animations : [],
    textures: of((role) => role === 'texture'),
  };
}
