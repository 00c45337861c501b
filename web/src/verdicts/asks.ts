// The files that an engine will ask for beside the mesh: its animation, the model it stands in for, its images.

import { mostOf } from '../base/lists';
import { type DeclaredMaterials, materialKey } from './declared';
import type { FrameReader, ImageRule, Profile } from './profile';
import type { Replaced } from './replaced';

/** Finds a file by its path, whatever the letter case; its name as it is, or undefined. */
export type Find = (path: string) => string | undefined;

/** Contents of Cube 2's md5.cfg, as the report of the core has them; names are relative to the model's folder. */
export interface ConfigFacts {
  animations?: readonly { name?: string; file: string; fps: number }[];
  /** Those that take the place of the shaders'. */
  images?: readonly string[];
}

/** Files beside those that are checked. `find` gives the name of what is there, `read` its bytes. */
export interface Beside {
  find: Find;
  read(name: string): Uint8Array | undefined;
  config(file: { name: string; bytes: Uint8Array }): ConfigFacts;
  /** Materials that declarations beside the meshes are about. */
  declared?: DeclaredMaterials;
}

/** Cube 2's md5.cfg beside a model. */
export interface Config {
  file: string;
  /** Frames per second by the path of the animation. */
  rates: ReadonlyMap<string, number>;
  /** Patterns of names by the path of the animation. */
  names: ReadonlyMap<string, readonly string[]>;
  images: readonly string[];
}

export interface Asked {
  /** The path that is there, or the first that is tried. */
  file: string;
  found: boolean;
  role: 'animation' | 'replaced' | 'image' | 'companion';
  /** It does without. */
  optional?: true;
  /** Every other path that it tries. */
  tried?: readonly string[];
}

/** The folder and the name without ending. */
export function partsOf(path: string): { dir: string; up: string; name: string } {
  const plain = path.replaceAll('\\', '/'),
    slash = plain.lastIndexOf('/');
  const dir = slash < 0 ? '.' : plain.slice(0, slash) || '/',
    above = dir.lastIndexOf('/');
  const up = dir === '.' ? '..' : above < 0 ? '.' : dir.slice(0, above) || '/';
  return { dir, up, name: plain.slice(slash + 1).replace(/\.[^.]*$/, '') };
}

export const tidy = (path: string): string => path.replace(/^\.\//, '').replace(/\/\.\//g, '/');

/** `{dir}`, `{up}`, `{name}` and `{shader}` filled in. */
export const filled = (pattern: string, parts: Readonly<Record<string, string>>): string =>
  tidy(pattern.replace(/\{(\w+)\}/g, (all, key: string) => parts[key] ?? all));

/** A file that an engine does without. */
export function companionAsked(
  pattern: string,
  name: string,
  { find }: Pick<Beside, 'find'>,
  number: string | number = '',
): Asked {
  const path = filled(pattern, { ...partsOf(name), n: String(number) }),
    there = find(path);
  return { file: there ?? path, found: there !== undefined, role: 'companion', optional: true };
}

/** The lists of frames beside a model. */
export const companionsAsked = (
  { companions = [] }: Pick<FrameReader, 'companions'>,
  name: string,
  beside: Pick<Beside, 'find'>,
): Asked[] => companions.map((pattern) => companionAsked(pattern, name, beside));

export interface AskingModel {
  mesh: string;
  /** Contents of the configuration beside it, if there is one. */
  config: Config | undefined;
  shaders: readonly string[];
  replaced: Replaced | undefined;
}

/** The shaders that no skin is found for, of engines that make the names of images from them. */
export function shadersWithoutImage(
  { asks }: Profile,
  { mesh, shaders }: Pick<AskingModel, 'mesh' | 'shaders'>,
  { find }: Pick<Beside, 'find'>,
): ReadonlySet<string> {
  const rule = asks.images;
  if (rule?.rule !== 'numbered') return new Set();
  const one = oneOf(find),
    parts = partsOf(mesh);
  return new Set([...new Set(shaders)].filter((shader) => !numbered(rule, parts, safe(shader), one, find)[0]?.found));
}

/** In the order in which the engine asks. */
export function asksOf(
  { asks }: Profile,
  { mesh, shaders, replaced, config }: AskingModel,
  { find, declared }: Pick<Beside, 'find' | 'declared'>,
): Asked[] {
  const parts = partsOf(mesh),
    one = oneOf(find);
  return [
    ...(asks.replaced ? [one([filled(asks.replaced, parts)], 'replaced')] : []),
    ...(asks.config ? [one([config?.file ?? filled(asks.config, parts)], 'companion', true)] : []),
    ...(config && config.rates.size > 0
      ? [...config.rates.keys()].map((path) => one([path], 'animation'))
      : asks.animation
        ? [one([filled(asks.animation, parts)], 'animation')]
        : []),
    ...(asks.optional ?? []).map((path) => one([filled(path, parts)], 'companion', true)),
    ...(asks.images
      ? imagesOf(asks.images, parts, config && config.images.length > 0 ? config.images : shaders, replaced, one, {
          find,
          declared,
        })
      : []),
  ];
}

/** Images for materials of a model, by the rule of its engine. */
export const imagesAsked = (
  rule: ImageRule,
  model: string,
  materials: readonly string[],
  { find, declared }: Pick<Beside, 'find' | 'declared'>,
): Asked[] => imagesOf(rule, partsOf(model), materials, undefined, oneOf(find), { find, declared });

type One = (paths: readonly string[], role: Asked['role'], optional?: boolean) => Asked;

const oneOf =
  (find: Find): One =>
  (paths, role, optional = false) => {
    const there = paths.map(find).find((path) => path !== undefined),
      file = there ?? paths[0]!;
    const tried = paths.filter((path) => path !== file);
    return {
      file,
      found: there !== undefined,
      role,
      ...(optional && { optional: true as const }),
      ...(tried.length > 0 && there === undefined && { tried }),
    };
  };

/** A path of a file's own never leads out of the folders that are searched. */
const safe = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '..' && part !== '.' && part !== '')
    .join('/');

function imagesOf(
  rule: ImageRule,
  parts: ReturnType<typeof partsOf>,
  shaders: readonly string[],
  replaced: Replaced | undefined,
  one: One,
  { find, declared }: { find: Find; declared: DeclaredMaterials | undefined },
): Asked[] {
  const names = [...new Set(shaders.map(safe).filter((shader) => shader !== ''))];
  if (rule.rule === 'numbered') return names.flatMap((shader) => numbered(rule, parts, shader, one, find));
  const paths = (base: string): string[] =>
    rule.types.map((type) => (type === '' ? base : `${base.replace(/\.[^./]*$/, '')}.${type}`));
  if (rule.rule === 'md2-skins')
    return (replaced?.skinNames ?? []).map((skin) => {
      const { dir, name } = partsOf(safe(skin));
      // The path counts from the game's folder.
      const known = { ...parts, skin: `${name}.x`, skindir: `${rootOf(parts)}${dir}` };
      return one(
        (rule.names ?? []).flatMap((pattern) => paths(filled(pattern, known))),
        'image',
      );
    });
  if (rule.rule === 'relative')
    return names.map((shader) => one([filled('{dir}/{shader}', { ...parts, shader })], 'image', true));
  const fromRoot = (path: string): Asked => {
    const base = path.replace(/\.(?:tga|png|jpe?g|dds|pcx|wal|lmp)$/i, '');
    return one(
      rule.types.map((type) => tidy(`${rootOf(parts)}${type === '' ? path : `${base}.${type}`}`)),
      'image',
    );
  };
  return names.flatMap((shader) => {
    const own = declared?.get(materialKey(shader));
    // Without an image of its own, a declared material is drawn by what the engine makes itself.
    return own
      ? [one([own.file], 'companion'), ...own.images.map((path) => fromRoot(materialKey(safe(path))))]
      : [fromRoot(shader)];
  });
}

/** `SHADER_SS_FF`: skins from 00 until one is missing, and of each its frames. */
function numbered(rule: ImageRule, parts: ReturnType<typeof partsOf>, whole: string, one: One, find: Find): Asked[] {
  if (rule.noSlash && whole.includes('/')) return [];
  const shader = whole.slice(0, rule.shaderBytes ?? whole.length);
  const bases = (rule.names ?? ['{dir}/{shader}']).flatMap((name) => {
    const path = filled(name, { ...parts, shader });
    if (name.startsWith('{dir}')) return [path];
    const root = before(parts, ['progs']);
    if (root !== undefined) return [`${root}${path}`];
    // Any other folder of a model stands for the one that its engine keeps models in.
    const own = path.replace(/^progs\//i, '');
    return [`${rootOf(parts)}${path}`, ...(own === path ? [] : [`${parts.dir}/${own}`])];
  });
  const two = (value: number): string => String(value).padStart(2, '0');
  const paths = (skin: number, frame: number, extra = ''): string[] =>
    bases.flatMap((base) => rule.types.map((type) => tidy(`${base}_${two(skin)}_${two(frame)}${extra}.${type}`)));
  const asked: Asked[] = [];
  for (let skin = 0; skin < (rule.skins ?? 1); skin++)
    for (let frame = 0; frame < (rule.frames ?? 1); frame++) {
      const first = one(paths(skin, frame), 'image');
      if (!first.found && (skin > 0 || frame > 0)) {
        if (frame === 0) return asked;
        break;
      }
      asked.push(first);
      if (!first.found) return asked;
      for (const extra of rule.extras ?? [])
        if (paths(skin, frame, `_${extra}`).some((path) => find(path) !== undefined))
          asked.push(one(paths(skin, frame, `_${extra}`), 'image', true));
    }
  return asked;
}

/** Path of the mesh before the innermost folder of a name that games keep models in, with a slash: undefined without one. */
function before({ dir }: { dir: string }, names: readonly string[]): string | undefined {
  const folders = dir.split('/'),
    at = mostOf(names.map((name) => folders.map((folder) => folder.toLowerCase()).lastIndexOf(name)));
  if (at < 0) return undefined;
  return at === 0 ? '' : `${folders.slice(0, at).join('/')}/`;
}

/** The game's folder, with a slash: '' if unknown. */
const rootOf = (parts: { dir: string }): string => before(parts, ['progs', 'models']) ?? '';

/** How many skins a mesh brings, by the images that were found. */
export const skinsOf = (asked: readonly Asked[]): number =>
  asked.filter(({ file, found, role }) => found && role === 'image' && /_\d\d_00\.\w+$/.test(file)).length;
