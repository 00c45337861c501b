// The interface of the element, as tables for the documentation and as dist/custom-elements.json for editors. Names and types come
// from the sources, through the compiler; what they mean stands here.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import ts from 'typescript';

import { root } from './run.mjs';

/** Default and meaning. */
const attributeTexts = {
  src: ['', 'addresses of the model and its companions, separated by commas or spaces'],
  animations: ['', 'more addresses: animations and cameras; all but the one that plays are fetched after the first picture'],
  textures: ['', 'more addresses: images; `none` disables the search for images next to the model'],
  'legacy-curves': ['', 'curves of a QMSH text as the original QMSH converter read them: linear, constant outside'],
  pivot: ['', 'how pivot scenes are read: any of `flip-v conjugate z-up mirror-z force`'],
  poster: ['', 'an image that is shown until the first complete frame'],
  preview: ['', 'a coarse surface (`vitrine pack --preview`) that is shown until the first frame'],
  alt: ['the file’s name', 'what the viewer shows, in words, for screen readers'],
  action: ['the first', 'name of the action to play'],
  time: ['0', 'seconds into the action'],
  playing: ['', 'plays after loading; paused if the user prefers reduced motion, until they press play'],
  loop: ['', 'starts again at the end'],
  speed: ['1', '1 is the speed of the file'],
  muted: ['', 'songs, and worlds with a song: stay silent after Play, which otherwise starts the sound'],
  volume: ['1', 'volume of songs, and of worlds with a song, 0 to 1'],
  'camera-orbit': ['auto', 'angle around the vertical, angle from straight above, distance: `30deg 75deg 120%`'],
  'camera-target': ['auto', 'three numbers in y-up space'],
  'field-of-view': ['auto', 'vertical, as `35deg`'],
  controls: ['none', '`basic` (play, time, action) or `full` (a menu with overlays, speed and downloads too)'],
  overlays: ['', 'any of `skeleton grid axes bounds normals wireframe`'],
  background: ['stage', '`stage`, `none` for a transparent one, or a colour'],
  theme: ['auto', 'colours of the controls and the stage'],
  loading: ['lazy', '`lazy` is near the window'],
  reveal: ['auto', '`interaction` is a click on the poster, `manual` is `show()`'],
  'wasm-url': ['next to the script', "URL of the view cores' folder (with a final `/`) or of a file in it (`vitrine-view-md5.wasm` and so on)"],
};
const eventTexts = {
  loadedmetadata: 'the model is read: `report`, `actions` and `duration` are known',
  load: 'its complete picture is drawn, with all images; all actions are known',
  progress: 'data has arrived: `loaded` and `total` bytes (`total` is 0 if unknown)',
  error: 'nothing can be shown',
  play: 'playback has started',
  pause: 'playback has paused',
  timeupdate: '`currentTime` has changed; several times per second while playing',
  ended: 'the action has ended and `loop` is off',
  ratechange: '`playbackRate` has changed',
  volumechange: '`volume` or `muted` of a song has changed',
  seeked: 'a song has reached the requested time',
  actionchange: 'another action is selected',
  camerachange: 'the view has changed; `detail` has the values of the three attributes',
};
const parts = {
  frame: 'all of the element',
  stage: 'the picture, which takes the pointer and the keys',
  poster: 'the image that shows until the model is drawn',
  controls: 'the bar at the bottom',
  row: 'the line of buttons, slider and clock in it',
  slider: 'the time',
  clock: 'the time and the length in digits',
  button: 'every button',
  'reveal-button': 'the button that fetches the model where `reveal` waits for it',
  select: 'the menus of actions and of speeds',
  checkbox: 'the boxes in the menu',
  menu: 'the menu of settings',
  message: 'the brief message over the view',
  help: 'the list of keys',
  progress: 'the bar while files are fetched',
  error: 'the message shown if the model cannot be loaded',
  annotations: 'the layer of notes',
  annotation: 'a note',
  'annotation-behind': 'a note whose place the model hides',
};
const variables = {
  '--vitrine-accent': 'colour of active controls',
  '--vitrine-text': 'text of the controls',
  '--vitrine-text-quiet': 'quiet text of the controls',
  '--vitrine-surface': 'background of the controls',
  '--vitrine-line': 'lines of the controls',
  '--vitrine-stage': 'background until the model is drawn',
  '--vitrine-radius': 'corner radius',
  '--vitrine-font': 'font',
  '--vitrine-aspect-ratio': 'default aspect ratio',
};

/** { attributes: { name: type }, events: { name: type } } as the compiler reads web/src/element/declared.ts. */
function declared() {
  const file = join(root, 'web/src/element/declared.ts');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([file], { ...options, types: [] });
  const checker = program.getTypeChecker();
  const [attributes, events] = ['VitrineViewerAttributes', 'VitrineViewerEvents'].map((name) => {
    const symbol = checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
      .find((each) => each.name === name);
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
    return Object.fromEntries(
      checker.getPropertiesOfType(type).map((member) => {
        const own = checker.getNonNullableType(checker.getTypeOfSymbol(member));
        return [member.name, checker.typeToString(own, undefined, flags)];
      }),
    );
  });
  return { attributes, events };
}

function same(what, found, described) {
  const missing = found.filter((name) => !(name in described)),
    gone = Object.keys(described).filter((name) => !found.includes(name));
  if (missing.length + gone.length > 0)
    throw new Error(`${what}: not described here: ${missing.join(' ')}; described but not there: ${gone.join(' ')}`);
}

/** [{ name, type, default, text }] and [{ name, type, text }]. Throws where sources and descriptions differ. */
export function elementFacts() {
  const { attributes, events } = declared();
  same('attributes', Object.keys(attributes), attributeTexts);
  same('events', Object.keys(events), eventTexts);
  return {
    attributes: Object.entries(attributeTexts).map(([name, [standard, text]]) => ({
      name,
      type: attributes[name].replaceAll('"', "'"),
      default: standard,
      text,
    })),
    events: Object.entries(eventTexts).map(([name, text]) => ({ name, type: events[name], text })),
  };
}

/** Custom Elements Manifest, https://github.com/webcomponents/custom-elements-manifest, schema 2.1.0. */
export function manifest({ attributes, events } = elementFacts()) {
  const plain = (text) => text.replaceAll('`', '');
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path: 'dist/element.js',
        declarations: [
          {
            kind: 'class',
            customElement: true,
            name: 'VitrineViewerElement',
            tagName: 'vitrine-viewer',
            superclass: { name: 'HTMLElement' },
            summary: 'Shows one document: a model with its animations, cameras and textures.',
            attributes: attributes.map(({ name, type, default: standard, text }) => ({
              name,
              type: { text: type },
              ...(standard && { default: standard }),
              description: plain(text),
            })),
            events: events.map(({ name, type, text }) => ({ name, type: { text: type }, description: plain(text) })),
            slots: [{ name: '', description: 'shown without scripts, in print, and if the model cannot be loaded' }],
            cssParts: Object.entries(parts).map(([name, description]) => ({ name, description: plain(description) })),
            cssProperties: Object.entries(variables).map(([name, description]) => ({ name, description })),
          },
        ],
        exports: [
          { kind: 'js', name: 'VitrineViewerElement', declaration: { name: 'VitrineViewerElement' } },
          { kind: 'custom-element-definition', name: 'vitrine-viewer', declaration: { name: 'VitrineViewerElement' } },
        ],
      },
    ],
  };
}

export function writeManifest(path) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(manifest(), undefined, 2)}\n`);
}

/** The rows of the documentation's tables. A type is its words: `a | b` would end the cell. */
const typeText = (type) =>
  type
    .replace('<EventTarget>', '')
    .split(' | ')
    .map((word) => `\`${word.replaceAll("'", '')}\``)
    .join(' ');
export const attributeRows = ({ attributes }) =>
  attributes.map(({ name, type, default: standard, text }) => [`\`${name}\``, typeText(type), standard, text]);
export const eventRows = ({ events }) => events.map(({ name, type, text }) => [`\`${name}\``, typeText(type), text]);

/** Parts that the sources give to elements of the shadow tree, for a test. */
export const partsInSources = () =>
  new Set(
    ['shadowTree', 'controls', 'dom', 'notes']
      .flatMap((name) => [
        ...readFileSync(join(root, `web/src/element/${name}.ts`), 'utf8').matchAll(/part: '([^']+)'/g),
      ])
      .flatMap(([, names]) => names.split(' ')),
  );
export const describedParts = Object.keys(parts);
export const describedVariables = Object.keys(variables);
