// World documents to begin with: a lit stage, two rooms with a door, a show with titles. The page and the command line write them.

export type WorldTemplateName = 'stage' | 'rooms' | 'show';

export interface WorldTemplate {
  name: WorldTemplateName;
  /** In English, as in the document. */
  title: string;
  /** What it shows, in one line. */
  about: string;
  /** The document: one member per line, ends with a line break. */
  text: string;
}

type Json = boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Box = readonly [min: readonly number[], max: readonly number[]];

const hasMembers = (value: Json): boolean =>
  Array.isArray(value) ? (value as readonly Json[]).some(hasMembers) : typeof value === 'object';

/** As text, without members. */
const flat = (value: Json): string =>
  Array.isArray(value) ? `[${(value as readonly Json[]).map(flat).join(', ')}]` : JSON.stringify(value);

/** One member per line, indented by one blank; what has no members stays on its line. */
function written(value: Json, indent = '\n'): string {
  const inner = `${indent} `;
  if (!hasMembers(value)) return flat(value);
  if (Array.isArray(value))
    return `[${inner}${(value as readonly Json[]).map((each) => written(each, inner)).join(`,${inner}`)}${indent}]`;
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${written(each, inner)}`);
  return `{${inner}${members.join(`,${inner}`)}${indent}}`;
}

const boxes = (...list: readonly Box[]): Json => list.map(([min, max]) => ({ min, max }));

const stage: Json = {
  materials: { floor: { lightmap: { op: 'texture', fill: [0.2, 0.2, 0.25] }, color: [0.7, 0.7, 0.7] } },
  scenes: {
    stage: {
      op: 'add',
      in: [
        { op: 'light', name: 'key', at: [2, 3, 2], range: 12 },
        {
          op: 'mesh',
          name: 'ground',
          material: 'floor',
          boxes: boxes([
            [-4, -0.2, -4],
            [4, 0, 4],
          ]),
        },
      ],
    },
  },
  camera: { at: [0, 1.6, 5], dir: [0, -0.25, -1], fov: 60 },
};

const rooms: Json = {
  materials: { wall: { lightmap: { op: 'texture', fill: [0.2, 0.2, 0.25] } } },
  scenes: {
    hall: {
      op: 'add',
      in: [
        { op: 'light', name: 'hall lamp', at: [2, 2.5, 0], range: 8 },
        {
          op: 'mesh',
          material: 'wall',
          boxes: boxes(
            [
              [0, -0.2, -2],
              [4, 0, 2],
            ],
            [
              [3.9, 0, -2],
              [4.1, 3, -1],
            ],
            [
              [3.9, 0, 1],
              [4.1, 3, 2],
            ],
            [
              [3.9, 2, -1],
              [4.1, 3, 1],
            ],
          ),
        },
      ],
    },
    yard: {
      op: 'add',
      in: [
        { op: 'light', name: 'yard lamp', at: [7, 2.5, 0], color: [1, 0.8, 0.5] },
        {
          op: 'mesh',
          material: 'wall',
          boxes: boxes(
            [
              [4, -0.2, -3],
              [10, 0, 3],
            ],
            [
              [7, 0, -0.5],
              [8, 1, 0.5],
            ],
          ),
        },
      ],
    },
  },
  segments: [
    {
      name: 'inside',
      scene: 'hall',
      cells: boxes([
        [0, 0, -2],
        [4, 3, 2],
      ]),
    },
    {
      name: 'outside',
      scene: 'yard',
      cells: boxes([
        [4, 0, -3],
        [10, 4, 3],
      ]),
    },
  ],
  portals: [
    {
      name: 'door',
      between: ['inside', 'outside'],
      min: [3.9, 0, -1],
      max: [4.1, 2, 1],
      door: { value: 0, anim: { b: 'TIME', c: 'CONST', const: 0.5 } },
    },
  ],
  camera: { at: [0.5, 1.5, 0], dir: [1, -0.1, 0], fov: 70 },
  timeline: { bpm: 60 },
};

const show: Json = {
  materials: { stone: { lightmap: { op: 'texture', fill: [0.1, 0.1, 0.15] } } },
  scenes: {
    set: {
      op: 'add',
      in: [
        {
          op: 'light',
          name: 'spot',
          at: {
            value: [0, 3, 1],
            anim: {
              spline: {
                channels: [
                  [
                    [0, -2],
                    [4, 2],
                    [8, -2],
                  ],
                ],
              },
            },
          },
          range: 9,
        },
        {
          op: 'mesh',
          material: 'stone',
          boxes: boxes(
            [
              [-4, -0.2, -4],
              [4, 0, 1],
            ],
            [
              [-0.5, 0, -2],
              [0.5, 1, -1],
            ],
          ),
        },
      ],
    },
    title: {
      op: 'event',
      in: [{ op: 'transform', translate: [-1.5, 2, -2], in: [{ op: 'text', text: '$0', size: 0.4 }] }],
    },
    spark: {
      op: 'event',
      in: [{ op: 'particles', count: 40, spread: 0.1, gravity: [0, -1, 0], color: [1, 0.6, 0.2] }],
    },
  },
  entities: ['set', 'title', 'spark'],
  post: [{ op: 'ipp', kind: 'glow', amount: 0.4 }],
  camera: { at: [0, 1.6, 4], dir: [0, -0.1, -1], fov: 60 },
  timeline: {
    bpm: 120,
    events: [
      { op: 'title', start: 0, end: 4, text: 'One' },
      { op: 'title', start: 4, end: 8, text: 'Two' },
      { op: 'spark', start: 2, end: 6, translate: [0, 1, -1.5] },
    ],
  },
};

const template = (
  name: WorldTemplateName,
  title: string,
  about: string,
  body: { readonly [key: string]: Json },
): WorldTemplate => ({
  name,
  title,
  about,
  text: `${written({ kind: 'vitrine-world', version: 1, title, ...body })}\n`,
});

export const worldTemplates: readonly WorldTemplate[] = [
  template('stage', 'Stage', 'a floor under a light', stage),
  template('rooms', 'Two rooms', 'two segments, and a door that opens', rooms),
  template('show', 'Show', 'titles, sparks and a moving light on a timeline', show),
];
