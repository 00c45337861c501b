// A module of the package as a script that is no module: pages on a disk start none.

import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';

/**
 * `path` from dist/. What it exports is then in `vitrineScripts` (base/carriedScripts.ts). `carried`: names of scripts that
 * stand before it and that it takes from there, instead of importing them.
 */
export function plainScript(path: string, carried: readonly string[] = []): Buffer<ArrayBuffer> {
  const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'),
    [exports = '', list = ''] = /export\s*\{([^}]*)\};?\s*$/.exec(text) ?? [],
    members = list
      .split(',')
      .map((each) => each.replace(/^\s*(\S+)(?: as (\S+))?\s*$/, (_, own: string, name = own) => `${name}: ${own}`)),
    body = text
      .slice(0, text.length - exports.length)
      .replaceAll('import.meta.url', 'self.location.href')
      .replace(/import\("\.\/([\w-]+)\.js"\)/g, (whole, name: string) =>
        carried.includes(name) ? `Promise.resolve(vitrineScripts["${name}"])` : whole,
      ),
    name = basename(path, extname(path)),
    handed = exports && `(globalThis.vitrineScripts ??= {})["${name}"] = { ${members.join(', ')} };\n`;
  return Buffer.from(`(() => {\n'use strict';\n${body}\n${handed}})();\n`);
}

const inOne = (whole: boolean, ...paths: string[]): Buffer<ArrayBuffer> =>
  Buffer.concat([...(whole ? ['vitrine-core.mjs'] : []), ...paths].map((path) => plainScript(path)));

/** The engine of models with all that it fetches later. `whole`: and the glue of the full core. */
export const plainEngine = (whole: boolean): Buffer<ArrayBuffer> =>
  inOne(whole, 'engine-extras.js', 'engine-frames.js', 'export-images.js', 'engine-worker.js');
export const plainWorldEngine = (whole: boolean): Buffer<ArrayBuffer> => inOne(whole, 'world-engine.js');
