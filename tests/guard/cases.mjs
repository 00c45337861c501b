// What the guard asks about: documents, worlds, songs, images and commands, as plain data for workers.

import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { commandCases } from './commands.mjs';

const isWorld = (name) => name.endsWith('.world.json');
const isImage = (name) => /\.(png|jpe?g|gif|bmp|tga|dds|webp)$/i.test(name);
/** A folder with more models than this is a collection: companions are those whose names begin as the model's does. */
const kOneSet = 12;

/** Every file below a folder, by paths relative to it, in an order that no host changes. */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

export function groupBy(list, keyOf) {
  const groups = new Map();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** The text before the first dot, in which a model and its animations agree in a folder of many models. */
const stem = (path) => basename(path).split('.')[0];

/** `formats` of the module by the ends of file names: the roles that a file may have. */
function rolesOf(formats) {
  const roles = new Map();
  for (const { role, extensions } of formats)
    for (const extension of extensions) roles.set(extension, [...(roles.get(extension) ?? []), role]);
  return (path) => {
    const parts = basename(path).toLowerCase().split('.').slice(1);
    return roles.get(parts.slice(-2).join('.')) ?? roles.get(parts.at(-1) ?? '') ?? [];
  };
}

/** Models with the animations, cameras, materials and images of their folder. */
function setsOf(paths, roles) {
  const folders = groupBy(paths, (path) => dirname(path));
  return [...folders.values()].flatMap((siblings) => {
    const models = siblings.filter((path) => roles(path).includes('model')),
      others = siblings.filter((path) => roles(path).length > 0 && !roles(path).includes('model')),
      images = siblings.filter(isImage);
    return models.flatMap((model) => {
      const near = (path) => models.length <= kOneSet || stem(path).startsWith(stem(model));
      const files = [...others, ...images].filter((path) => near(path) && !/\.(v2m|vfx)$/.test(path));
      return files.length === 0 ? [] : [[model, ...files]];
    });
  });
}

/** Cases of one folder; `label` begins the names of its entries. */
export function casesOf(label, folder, formats) {
  if (!existsSync(folder)) return [];
  const paths = filesIn(folder),
    roles = rolesOf(formats);
  const one = (kind) => (path) => ({ kind, name: `${label}/${path}`, folder, files: [path] });
  return [
    ...paths.filter((path) => roles(path).length > 0).map(one('document')),
    ...setsOf(paths, roles).map(([model, ...others]) => ({
      kind: 'document',
      name: `${label}/${model} and ${others.length} more`,
      folder,
      files: [model, ...others],
    })),
    ...paths.filter(isWorld).map(one('world')),
    ...paths.filter((path) => /\.(v2m|v2mz|vfx)$/i.test(path)).map(one('song')),
    ...paths.filter(isImage).map(one('image')),
  ];
}

/** Everything of a tree; `quick` leaves out other people's models and what takes long. */
export function allCases(root, shared, formats, quick) {
  const corpus = join(shared, 'corpus');
  const cases = [
    ...casesOf('tests/data', join(root, 'tests/data'), formats),
    ...casesOf('public/samples', join(root, 'public/samples'), formats),
    ...commandCases(root, existsSync(corpus) && !quick ? corpus : null, quick),
  ];
  if (!quick) return [...cases, ...casesOf('corpus', corpus, formats)];
  const rare = /\/(invalid|hostile|crash|cases|drawing|island|lighthouse|dusk)\//;
  return cases.filter(({ kind, name }) => kind === 'command' || !rare.test(name));
}
