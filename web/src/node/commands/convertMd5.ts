// vitrine convert to md5mesh: what is asked of the files, and where they are written.

import { basename, dirname, join } from 'node:path';

import { partsOf } from '../../verdicts/asks';
import { exportKinds } from '../../core/formats';
import { isImageName } from '../../core/names';
import { profileOf, readProfiles } from '../../verdicts/profiles';
import { readReplaced, type Replaced, type Sequence, sequencesOf } from '../../verdicts/replaced';
import { gamePath, Md5OptionError, type Md5Options, targetFor, targets } from '../../verdicts/writing';
import { DocumentUsageError, numberOf, type OptionSpec, UsageError, type Values } from '../command';
import { engineNames, profileFile } from '../engines';
import { readOptionFile } from '../files';
import type { ExportedFile } from '../exports';
import { holds, type Output } from '../outputs';
import { statOf } from '../system';
import { cut } from '../terminal';

const kMostReplaced = 64 << 20;

export const md5Flags: Readonly<Record<string, OptionSpec>> = {
  for: {
    value: 'ENGINE',
    choices: () => [...engineNames(), 'all'],
    text: 'MD5: the engine that the files are for, or all; default: no limits',
  },
  profile: {
    value: 'FILE',
    needs: 'for',
    text: 'MD5, with --for: your own engine profiles (see Engines in the documentation)',
  },
  fps: { value: 'N', text: 'MD5: frames per second, instead of the engine’s or those chosen by --tolerance' },
  replaces: { value: 'OLD.mdl', text: 'MD5: the MDL or MD2 whose frames the animation must have, by number' },
  sequence: { value: 'NAME=N,...', text: 'MD5: the same frames as names and frame counts, in order' },
  'anim-name': {
    value: 'ACTION=NAME,...',
    text: 'MD5: names that the game asks for animations by, for Cube 2 and Doom 3 (Cube 2 has a list: see Engines); IQM, IQE: for Cube 2, Red Eclipse and Tesseract',
  },
  companions: {
    value: 'KIND,...|none',
    choices: () => ['def', 'mtr', 'skin', 'md5.cfg', 'md5scale', 'images', 'none'],
    text: 'MD5: def, mtr, skin, md5.cfg, md5scale, images, instead of those the engine needs',
  },
  'bind-pose': { text: 'MD5: a model without actions is written in its bind pose' },
  force: { text: 'MD5: overwrite files that exist' },
};

/** The options of all files. Reads those that options name, and throws UsageError for wrong ones. */
export function md5OptionsOf(values: Values): Md5Options {
  const { for: engine } = values,
    frameRate = numberOf(values, 'fps', 'whole', 1000);
  if (frameRate === 0) throw new UsageError('--fps must be at least 1');
  return {
    frameRate,
    bindPose: values['bind-pose'] === true,
    ...replacedFrom(values),
    ...animNamesFrom(values),
    ...(typeof engine === 'string' && { engine }),
    ...(typeof values.profile === 'string' && { profiles: [profileFile(values.profile)] }),
    ...(typeof values.companions === 'string' && {
      companions: values.companions === 'none' ? [] : values.companions.split(','),
    }),
  };
}

/** The options for files called as `output` is. Throws UsageError for wrong ones. */
export function md5OptionsFor(output: string, common: Md5Options, prefixActions: boolean): Md5Options {
  const name = basename(output).replace(/\.md5mesh$/i, ''),
    game = modelsPath(output);
  const options = { ...common, name, prefixActions, ...(game && { folder: game.folder }) };
  const target = wanted(() => targetFor(options)),
    most = target?.facts.layout.pathBytes ?? undefined,
    path = `${target?.facts.layout.mesh.split('{')[0] ?? ''}${name}.md5anim`;
  if (most !== undefined && path.length > most)
    throw new DocumentUsageError(`'${cut(path)}' has ${path.length} characters, ${target?.title} takes ${most}`);
  return options;
}

/** Engines that MD3 is written for. */
const md3Engines: readonly string[] = exportKinds
  .filter(({ id }) => id === 'md3')
  .flatMap(({ options }) => options.find(({ name }) => name === 'engine')?.choices ?? [])
  .map(({ value }) => value);

/**
 * Where the engine looks for the model that it draws instead of the only one given, an MD5 or with `--to md3` an MD3;
 * undefined where it draws none instead of that kind.
 */
export function replacementOf({ for: engine, profile, to }: Values, operands: readonly string[]): string | undefined {
  const [model] = operands;
  if (typeof engine !== 'string' || model === undefined || operands.length !== 1) return undefined;
  const profiles = typeof profile === 'string' ? [profileFile(profile)] : [];
  // Of the engines that MD3 is written for some read no MD5.
  const target =
    to === 'md3'
      ? targets(profiles).get(profileOf(readProfiles(...profiles), engine)?.key ?? '')
      : wanted(() => targetFor({ engine, profiles }));
  const facts = target?.facts;
  if (!facts?.replaces || !model.toLowerCase().endsWith(`.${facts.replaces}`)) return undefined;
  const { name } = partsOf(model);
  // Ports of Quake alone draw it instead.
  if (to === 'md3')
    return facts.replaces === 'mdl' && md3Engines.includes(engine) ? join(dirname(model), `${name}.md3`) : undefined;
  // Below the folder of the model: `progs` of Quake, its own in Quake II.
  return join(dirname(model), facts.layout.mesh.replace(/^(?:progs|\{folder\})\//, '').replace('{name}', name));
}

/** What the engine looks for as the skin of a model that is replaced; undefined where it goes by numbers. */
export function skinOfReplaced(model: string): Pick<Md5Options, 'image'> {
  const [skin] = /\.md2$/i.test(model) && statOf(model) ? replacedModel(model).skinNames : [];
  return skin === undefined ? {} : { image: partsOf(skin).name };
}

/** Throws UsageError for an engine that nothing is written for. */
function wanted<T>(ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Md5OptionError) throw new UsageError(error.message);
    throw error;
  }
}

/** The frames of the model that is replaced, and the name of the skin that all meshes share. */
function replacedFrom(values: Values): Pick<Md5Options, 'sequences' | 'image' | 'replacedSize'> {
  const { replaces, sequence } = values;
  if (replaces !== undefined && sequence !== undefined)
    throw new UsageError('--replaces and --sequence both list the frames; use one of them');
  if (typeof replaces !== 'string') return { sequences: sequencesFrom(values) };
  const { frameNames, skinNames, size } = replacedModel(replaces);
  return {
    sequences: sequencesOf(frameNames),
    replacedSize: size,
    ...(skinNames[0] && { image: partsOf(skinNames[0]).name }),
  };
}

function sequencesFrom({ sequence }: Values): readonly Sequence[] | undefined {
  if (typeof sequence !== 'string') return undefined;
  return sequence.split(',').map((part) => {
    const [, name = '', count = ''] = /^(.+)=(\d+)$/.exec(part.trim()) ?? [];
    const frames = Number(count);
    if (name === '' || !(frames >= 1 && frames <= 65535))
      throw new UsageError(`--sequence needs NAME=FRAMES, not '${cut(part)}'`);
    return { name, frames };
  });
}

export function animNamesFrom({ 'anim-name': given }: Values): Pick<Md5Options, 'animNames'> {
  if (typeof given !== 'string') return {};
  const pairs = given.split(',').map((part) => {
    const [, action, name] = /^\s*(.*\S)\s*=\s*(\S(?:.*\S)?)\s*$/.exec(part) ?? [];
    if (action === undefined || name === undefined)
      throw new UsageError(`--anim-name needs ACTION=NAME, not '${cut(part)}'`);
    return [action, name] as const;
  });
  return { animNames: Object.fromEntries(pairs) };
}

function replacedModel(path: string): Replaced {
  const refused = (why: string) => new UsageError(`cannot read the frames of '${cut(path)}': ${why}`);
  if ((statOf(path)?.size ?? 0) > kMostReplaced) throw refused('it is too large');
  const replaced = readReplaced(readOptionFile(path));
  if (!replaced) throw refused('it is not an MDL or MD2');
  return replaced;
}

/** The folder of an output in a game's data, from `models` on, and what stands before it. */
function modelsPath(output: string): { root: string; folder: string } | undefined {
  const parts = dirname(output).split(/[\\/]/),
    at = parts.lastIndexOf('models');
  return at < 0 ? undefined : { root: parts.slice(0, at).join('/') || '.', folder: parts.slice(at).join('/') };
}

/** The folder of an output in a game's data, from the innermost one on that games keep models in. */
export function gameFolder(output: string): string | undefined {
  const parts = dirname(output).split(/[\\/]/),
    at = Math.max(parts.lastIndexOf('models'), parts.lastIndexOf('progs'));
  return at < 0 ? undefined : parts.slice(at).join('/');
}

/** The files beside the output; declarations and materials in the folders of the game where the output lies in one. */
export function md5Outputs(output: string, { files = [], bytes }: ExportedFile): Output[] {
  const game = modelsPath(output);
  const all = files.map(({ name, bytes: data }, i) => {
    if (i === 0) return { path: output, data: bytes, makesFolder: true };
    const path = game ? join(game.root, gamePath(game.folder, name)) : join(dirname(output), name);
    return { path, data, makesFolder: true };
  });
  return newFiles(all);
}

/** Without the images that are there already, or are read: those stay as they are, and are no reason to refuse anything. */
export const newFiles = (files: readonly Output[], isRead: (path: string) => boolean = () => false): Output[] =>
  files.filter(({ path, data }) => !isImageName(path) || !(isRead(path) || holds(path, data)));
