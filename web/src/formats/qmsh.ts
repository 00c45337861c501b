// Facts of QMSH files in words, for the page and the command line.

import { plainWords, type Words } from '../base/textFormat';
import type { FormatFacts, FormatView } from './view';

/** info.format of a report of a QMSH text. */
interface QmshText {
  version: number;
  fps?: number;
  static?: boolean;
  tangents?: boolean;
  split?: boolean;
  objects: QmshTextObject[];
  armature?: { name: string; bones: number; useVertexGroups: boolean; useEnvelopes: boolean };
  empties?: number;
  cameras?: number;
  actions?: { name: string; firstFrame: number; lastFrame: number; points: number }[];
  exported: Record<'objects' | 'vertices' | 'faces' | 'bones' | 'actions', number>;
}
interface QmshTextObject {
  name: string;
  parentArmature: string;
  parentBone: string;
  autoSmoothDegrees?: number;
  vertices: number;
  faces: number;
  quads: number;
  smoothFaces: number;
  normals: 'angle' | 'stored';
  weights: Record<'parentBone' | 'groups' | 'envelopes' | 'none', number>;
}

/** Facts of a binary. */
interface QmshBinary {
  version: number;
  flags: string[];
  guards?: number;
  bytes: number;
  bytesConsumed: number;
  radius: number;
  box: { min: number[]; max: number[] };
  camera?: Record<'position' | 'target' | 'up', (number | null)[]>;
  points?: { name: string; bone: string | null; type: string | number }[];
  groups?: { name: string; bones: number[] }[];
}

/** Angle of texts that name none: the later converter's. */
const kUsualAngle = 30;

/** The core writes null for what is no finite number. */
const number = (value: number | null): string => (value === null ? 'not finite' : String(Number(value.toPrecision(6))));
const vector = (values: readonly (number | null)[]): string => values.map(number).join(', ');

/** Facts of info.format; undefined if it is not QMSH's. `words` translates. */
export function qmshFacts(format: Record<string, unknown> | undefined, words = plainWords): FormatFacts | undefined {
  if (typeof format?.version !== 'number') return undefined;
  if (Array.isArray(format.objects)) return ofText(format as unknown as QmshText, words);
  return Array.isArray(format.flags) ? ofBinary(format as unknown as QmshBinary, words) : undefined;
}

function ofText(text: QmshText, words: Words): FormatFacts {
  const { exported: e, armature } = text,
    { t, countOf, joined } = words;
  const facts: [string, string][] = [
    [t('version'), t('{version}, text', { version: text.version })],
    [t('frames per second'), text.fps === undefined ? t('not stated, read as 25') : String(text.fps)],
    [
      t('exported'),
      joined(
        [
          countOf(e.objects, 'object'),
          countOf(e.vertices, 'vertex', 'vertices'),
          countOf(e.faces, 'face'),
          countOf(e.bones, 'bone'),
          countOf(e.actions, 'action'),
        ],
        ', ',
      ),
    ],
  ];
  if (armature)
    facts.push([
      t('armature'),
      joined([`${armature.name}: ${countOf(armature.bones, 'bone')}`, weightsOf(armature, words)], ', '),
    ]);
  const late = (text.actions ?? []).filter(({ firstFrame, points }) => points > 0 && firstFrame !== 1);
  if (late.length > 0)
    facts.push([
      t('first keys'),
      joined(
        late.map(({ name, firstFrame }) =>
          t('{action} at frame {frame}, where it starts', { action: name, frame: number(firstFrame) }),
        ),
        '; ',
      ),
    ]);
  const yesNo = (value: boolean): string => (value ? t('yes') : t('no'));
  if (text.static !== undefined) facts.push([t('static'), yesNo(text.static)]);
  if (text.tangents !== undefined) facts.push([t('tangents'), yesNo(text.tangents)]);
  if (text.split !== undefined) facts.push([t('split'), yesNo(text.split)]);
  if (text.empties) facts.push([t('points'), String(text.empties)]);
  if (text.cameras) facts.push([t('cameras'), String(text.cameras)]);
  return { facts, objects: text.objects.map((object) => ({ name: object.name, facts: ofObject(object, words) })) };
}

function weightsOf({ useVertexGroups, useEnvelopes }: NonNullable<QmshText['armature']>, { t }: Words): string {
  if (useVertexGroups) return useEnvelopes ? t('vertex groups, else envelopes') : t('vertex groups');
  return useEnvelopes ? t('envelopes') : t('neither vertex groups nor envelopes');
}

function ofObject(object: QmshTextObject, { t, countOf, joined }: Words): [string, string][] {
  const { parentArmature, parentBone, autoSmoothDegrees, vertices, faces, quads, smoothFaces, normals, weights } =
    object;
  const stored = normals === 'stored';
  const facts: [string, string][] = [
    [t('vertices'), String(vertices)],
    [t('faces'), quads > 0 ? t('{faces}, {quads} of them quads', { faces, quads }) : String(faces)],
  ];
  if (parentArmature)
    facts.push([
      t('parent'),
      parentBone ? t('{armature}, bone {bone}', { armature: parentArmature, bone: parentBone }) : parentArmature,
    ]);
  facts.push([
    t('smoothing'),
    stored
      ? t('none: uses its own normals')
      : autoSmoothDegrees === undefined
        ? t('up to {degrees}°, no angle in the text', { degrees: kUsualAngle })
        : t('up to {degrees}°', { degrees: number(autoSmoothDegrees) }),
  ]);
  facts.push([
    t('smooth faces'),
    stored
      ? t('{smooth} of {faces}', { smooth: smoothFaces, faces })
      : t('{smooth} of {faces}, without effect: only the angle matters', { smooth: smoothFaces, faces }),
  ]);
  const held = joined(
    [
      weights.parentBone > 0 && t('the parent bone controls all'),
      weights.groups > 0 &&
        t('vertex groups control {vertices}', { vertices: countOf(weights.groups, 'vertex', 'vertices') }),
      weights.envelopes > 0 &&
        t('envelopes control {vertices}', { vertices: countOf(weights.envelopes, 'vertex', 'vertices') }),
      weights.none > 0 &&
        (weights.groups + weights.envelopes > 0 ? t('nothing controls {number}', { number: weights.none }) : t('none')),
    ],
    ', ',
  );
  facts.push([t('weights'), held || t('none')]);
  return facts;
}

function ofBinary(binary: QmshBinary, { t, countOf, joined }: Words): FormatFacts {
  const { version, flags, guards, bytes, bytesConsumed, camera, points = [], groups = [] } = binary;
  const facts: [string, string][] = [
    [t('version'), t('{version}, binary', { version })],
    [t('flags'), flags.join(', ') || t('none')],
    [t('bytes read'), t('{part} of {all}', { part: bytesConsumed, all: bytes })],
  ];
  if (guards !== undefined) facts.push([t('guard bytes'), t('{number}, all 0', { number: guards })]);
  facts.push(
    [t('stored radius'), number(binary.radius)],
    [t('stored box'), t('{from} to {to}', { from: vector(binary.box.min), to: vector(binary.box.max) })],
  );
  if (camera)
    facts.push([
      t('camera'),
      t('{from} to {to}, up {up}', {
        from: vector(camera.position),
        to: vector(camera.target),
        up: vector(camera.up),
      }),
    ]);
  if (points.length > 0) {
    const words = points.map(({ name, bone, type }) =>
      bone === null ? `${name} (${type})` : t('{point} ({type} of {bone})', { point: name, type: String(type), bone }),
    );
    facts.push([t('points'), joined(words, ', ')]);
  }
  if (groups.length > 0)
    facts.push([
      t('bone groups'),
      joined(
        groups.map(({ name, bones }) => t('{group} ({bones})', { group: name, bones: countOf(bones.length, 'bone') })),
        ', ',
      ),
    ]);
  facts.push([t('split bounds'), flags.includes('split') ? t('for each submesh') : t('none')]);
  if (flags.includes('physics')) facts.push([t('use'), t('collisions: positions and triangles only')]);
  return { facts, objects: [] };
}

export const qmsh: FormatView = { title: () => 'QMSH', facts: qmshFacts };
