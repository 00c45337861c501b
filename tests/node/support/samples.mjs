// What a batch over the samples finds, counted from the names of the files.

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { root } from './vitrine.mjs';

/** An animation belongs to the one model of its folder; beside several it is a document of its own. */
export function sampleDocuments() {
  const names = readdirSync(join(root, 'public/samples'), { recursive: true });
  const isModel = (name) => /\.(md5mesh|iqm|mdl|md2|md3|scene|pivot|qmsh\.tmp)$/.test(name);
  const modelsOf = (folder) => names.filter((name) => isModel(name) && dirname(name) === folder).length;
  return {
    models: names.filter((name) => isModel(name) || (name.endsWith('.md5anim') && modelsOf(dirname(name)) > 1)),
    worlds: names.filter((name) => name.endsWith('.world.json')),
    songs: names.filter((name) => name.endsWith('.v2m')),
  };
}
