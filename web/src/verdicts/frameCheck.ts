// Checks a model with vertex frames for one engine: its own file, by rules that need numbers; its skins, whose lines engines
// read each in its own way; and the models of the same name beside it.

import { type Asked, type Beside, companionsAsked, filled, imagesAsked, partsOf } from './asks';
import { type Counted, type CountName, type FrameModel, readFrameModel, type Surface } from './frameModel';
import {
  type BrokenRule,
  type EngineVerdict,
  type Found,
  type ModelFile,
  noReader,
  readerVerdict,
  worded,
} from './judge';
import type { Hit } from './meshRules';
import type { FrameReader, Profile, ProfileRule } from './profile';

interface ReadFrames {
  file: ModelFile;
  model: FrameModel;
}

/** Skins of one model beyond this number no engine looks for. */
const kMostSkins = 32;

export function readFrames(file: ModelFile): ReadFrames[] {
  const model = readFrameModel(file.bytes);
  return model ? [{ file, model }] : [];
}

/** `knowsFiles`: what is not found beside the model is not there. */
export function judgeFrames(
  profile: Profile,
  { file, model }: ReadFrames,
  beside: Beside,
  knowsFiles: boolean,
): EngineVerdict {
  const reader = profile.frames[model.kind];
  if (!reader) return noReader(profile, file.name, model.kind.toUpperCase());
  const skins = skinsOf(reader, file.name, beside);
  const found = [
    ...model.notes.filter(({ rule }) => rule in reader.rules),
    ...Object.entries(reader.rules).flatMap(([rule, spec]) =>
      (frameRules[rule]?.(model, spec) ?? []).map((hit): Found => ({ ...hit, rule, part: 'model' })),
    ),
    ...besideReplaced(reader, file.name, model, beside, knowsFiles),
  ];
  const rules = [
    ...choiceOf(profile, file.name, beside),
    ...worded(reader, file, found, { isText: false }),
    ...skins.flatMap((skin) => ofSkin(reader, model, skin, beside)),
  ];
  return readerVerdict(profile, reader, file.name, rules, [
    ...replacedAsk(reader, file.name, beside),
    ...companionsAsked(reader, file.name, beside),
    ...skins.map(askedSkin),
    ...imagesOfSurfaces(reader, file.name, model, skins[0], beside),
  ]);
}

/** Of the models with this name beside one another, the one that the engine takes. */
export function choiceOf({ choice }: Profile, name: string, { find }: Beside): BrokenRule[] {
  if (!choice) return [];
  const { dir, name: stem } = partsOf(name),
    ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const there = choice.order.filter((one) => one === ending || find(filled(`${dir}/${stem}.${one}`, {})) !== undefined);
  if (!there.includes(ending) || there.length === 1) return [];
  const rule = there[0] === ending ? 'beside.taken' : 'beside.ignored';
  const others = there[0] === ending ? there.slice(1) : there.slice(0, 1);
  const reactions = { rules: { [rule]: { severity: 'info' as const, source: choice.source } }, outcomes: {} };
  const found = others.map((one) => `${stem}.${one}`).join(', ');
  return worded(reactions, { name, bytes: new Uint8Array() }, [{ rule, part: 'model', found, limit: choice.why }]);
}

function replacedAsk({ replaced }: FrameReader, name: string, { find }: Beside): Asked[] {
  if (replaced === undefined) return [];
  const path = filled(replaced, partsOf(name)),
    there = find(path);
  return [{ file: there ?? path, found: there !== undefined, role: 'replaced' }];
}

function besideReplaced(
  reader: FrameReader,
  name: string,
  { counts }: FrameModel,
  beside: Beside,
  knowsFiles: boolean,
): Found[] {
  const [asked] = replacedAsk(reader, name, beside);
  if (!asked) return [];
  if (!asked.found)
    return knowsFiles && reader.rules['beside.only_replaces']
      ? [{ rule: 'beside.only_replaces', part: 'model', found: asked.file.slice(asked.file.lastIndexOf('/') + 1) }]
      : [];
  const bytes = beside.read(asked.file),
    other = bytes && readFrameModel(bytes);
  if (!reader.rules['frames.replaced'] || !other?.isWhole || !counts.frames || !other.counts.frames) return [];
  const limit = other.counts.frames.value,
    { value, offset } = counts.frames;
  return value === limit ? [] : [{ rule: 'frames.replaced', part: 'model', offset, found: value, limit }];
}

interface Skin {
  file: string;
  /** The name says which of several it is. */
  isNumbered: boolean;
}

/** Those that are there; of one number the first. */
function skinsOf({ skins = [] }: FrameReader, name: string, { find }: Beside): Skin[] {
  const parts = partsOf(name);
  const first = (patterns: readonly string[], n: string): string | undefined =>
    patterns.map((pattern) => find(filled(pattern, { ...parts, n }))).find((path) => path !== undefined);
  const whole = first(
    skins.filter((pattern) => !pattern.includes('{n}')),
    '',
  );
  if (whole !== undefined) return [{ file: whole, isNumbered: false }];
  const numbered = skins.filter((pattern) => pattern.includes('{n}'));
  return Array.from({ length: kMostSkins }, (_, n) => first(numbered, String(n))).flatMap((file) =>
    file === undefined ? [] : [{ file, isNumbered: true }],
  );
}

const askedSkin = ({ file }: Skin): Asked => ({ file, found: true, role: 'companion', optional: true });

/** Those of the first skin, else of the model's own shaders. */
function imagesOfSurfaces(
  { images }: FrameReader,
  name: string,
  { surfaces }: FrameModel,
  skin: Skin | undefined,
  beside: Beside,
): Asked[] {
  if (!images) return [];
  const bytes = skin && beside.read(skin.file);
  const lines = bytes ? linesOrReplaced(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) : [];
  const shaders = surfaces.map(
    ({ name: surface, shader }) => lines.find((line) => line.surface === surface)?.shader ?? shader,
  );
  return imagesAsked(images, name, shaders, beside);
}

/** Lines of a skin that an engine takes it, or a surface, amiss for. */
function ofSkin(
  reader: FrameReader,
  { surfaces }: FrameModel,
  { file, isNumbered }: Skin,
  { read }: Beside,
): BrokenRule[] {
  const bytes = read(file);
  if (!bytes || surfaces.length === 0) return [];
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''),
    names = new Set(surfaces.map(({ name }) => name));
  const found: Found[] = [];
  const add = (rule: string, offset: number, value: string): void => {
    if (rule in reader.rules) found.push({ rule, part: 'skin', offset, found: value });
  };
  const missing = (lines: readonly SkinLine[]): string[] =>
    [...names].filter((name) => !lines.some(({ surface }) => surface === name));
  const strict = linesToComma(text),
    unknown = strict.find(({ surface }) => !names.has(surface));
  if (isNumbered && unknown) add('skin.unknown_surface', unknown.offset, unknown.surface);
  else if (isNumbered) for (const name of missing(strict).slice(0, 1)) add('skin.missing_surface', 0, name);
  for (const name of missing(linesOrReplaced(text))) add('skin.surface_left', 0, name);
  return worded(reader, { name: file, bytes }, found);
}

type FrameRule = (model: FrameModel, rule: ProfileRule) => readonly Hit[];

const over = ({ value, offset }: Counted, limit: number | undefined): Hit[] =>
  limit !== undefined && value > limit ? [{ offset, found: value, limit }] : [];
const under = ({ value, offset }: Counted, limit: number | undefined): Hit[] =>
  limit !== undefined && value < limit ? [{ offset, found: value, limit }] : [];

const ofModel =
  (name: CountName, broken: typeof over): FrameRule =>
  ({ counts }, { limit }) => {
    const counted = counts[name];
    return counted ? broken(counted, limit) : [];
  };

/** The first surface that breaks it, with the number of those. */
const ofSurfaces =
  (count: (surface: Surface) => Counted, broken: typeof over): FrameRule =>
  ({ surfaces }, { limit }) => {
    const hits = surfaces.flatMap((surface) => broken(count(surface), limit));
    return hits[0] ? [{ ...hits[0], count: hits.length }] : [];
  };

const vertices = ({ vertices: counted }: Surface): Counted => counted,
  triangles = ({ triangles: counted }: Surface): Counted => counted;

/** What an engine does with every model that has a surface. */
const always: FrameRule = ({ surfaces: [first] }) => (first ? [{ offset: first.offset }] : []);

const frameRules: Readonly<Record<string, FrameRule>> = {
  'file.version': ({ version: { value, offset } }, { values }) =>
    values && !values.includes(value) ? [{ offset, found: value, limit: values.join(', ') }] : [],
  'verts.min': ofModel('vertices', under),
  'verts.max': ofModel('vertices', over),
  'verts.many': ofModel('vertices', over),
  'uvs.min': ofModel('uvs', under),
  'tris.min': ofModel('triangles', under),
  'tris.max': ofModel('triangles', over),
  'tris.many': ofModel('triangles', over),
  'frames.min': ofModel('frames', under),
  'frames.max': ofModel('frames', over),
  // Those of an MDL with the members of groups.
  'frames.first': ({ counts: { poses, frames } }, { limit }) =>
    (poses ?? frames) ? over((poses ?? frames)!, limit) : [],
  'poses.max': ofModel('poses', over),
  'skins.min': ofModel('skins', under),
  'skins.max': ofModel('skins', over),
  'skins.first': ofModel('skins', over),
  'skin.height': ofModel('height', over),
  'skin.group_max': ofModel('group', over),
  'surfaces.min': ofModel('surfaces', under),
  'surfaces.max': ofModel('surfaces', over),
  'tags.max': ofModel('tags', over),
  'surface.verts_min': ofSurfaces(vertices, under),
  'surface.verts_max': ofSurfaces(vertices, over),
  'surface.tris_min': ofSurfaces(triangles, under),
  'surface.tris_max': ofSurfaces(triangles, over),
  'uv.precision': always,
  'uv.whole_texels': always,
};

interface SkinLine {
  surface: string;
  /** What the surface is drawn with. */
  shader?: string;
  offset: number;
}

/** Surfaces in the order of the lines. Texts are a byte a character. */
type SkinReader = (text: string) => SkinLine[];

/** The longest path of these engines: a longer name is passed over. */
const kMostName = 64;

/**
 * As Ironwail looks for them (Mod_ValidateSkinFile): from the first sign of a line up to the next comma, wherever that is; a
 * comment is part of a name, and so is the blank before a comma.
 */
const linesToComma: SkinReader = (text) => {
  const out: SkinLine[] = [];
  const first = text.indexOf('\n'),
    comma = text.indexOf(',');
  let at = first >= 0 && comma > first ? first + 1 : 0;
  while (at < text.length) {
    while (/\s/.test(text[at] ?? '')) ++at;
    const end = text.indexOf(',', at);
    if (at >= text.length || end < 0) break;
    if (end - at < kMostName) out.push({ surface: text.slice(at, end), offset: at });
    const next = text.indexOf('\n', at);
    if (next < 0) break;
    at = next + 1;
  }
  return out;
};

/** As DarkPlaces reads them: `surface,shader` or `replace "surface" "shader"`, each on a line; comments are left out. */
const linesOrReplaced: SkinReader = (text) => {
  const out: SkinLine[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const [, replaced, by] = /^\s*replace\s+("[^"]*"|\S+)\s*("[^"]*"|\S+)?/.exec(line) ?? [],
      [, plain, shader] = /^\s*("[^"]*"|[^",\s/][^",]*?)\s*,\s*("[^"]*"|[^\s,"]+)?/.exec(line) ?? [];
    const bare = (word: string | undefined): string | undefined => word?.replace(/^"|"$/g, '');
    const surface = bare(replaced ?? plain);
    if (surface !== undefined && !surface.startsWith('tag_'))
      out.push({ surface, shader: bare(by ?? shader) ?? '', offset });
    offset += line.length + 1;
  }
  return out;
};
