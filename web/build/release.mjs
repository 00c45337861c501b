// `npm run release -- --address https://HOST/OWNER/NAME`: the package as it is published, in build/release-package. The address
// is the publisher's to give: `repository`, `bugs`, `homepage` and what README links to are made of it. `--homepage ADDRESS`
// where the application is served, `--built` takes dist/ as it is. Publishes nothing: it prints the command that does.

import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { placesOf, withAddresses } from './addresses.mjs';
import { cdnLines } from './cdn.mjs';
import { output, root, stop } from './run.mjs';
import { checkPackage } from './size.mjs';

const kKept = ['name', 'version', 'description', 'keywords', 'license', 'type', 'engines', 'bin', 'customElements', 'exports', 'files', 'sideEffects'];

/** The package.json of the package: without what only a checkout uses. */
export function publishedPackage(own, places) {
  const { homepage, repository, bugs } = places,
    kept = Object.fromEntries(kKept.filter((key) => key in own).map((key) => [key, own[key]]));
  const { name, version, description, keywords, ...rest } = kept;
  return { name, version, description, keywords, homepage, repository, bugs, ...rest };
}

/** Fills `folder` with what is packed; `product` is a built dist/ with its types. */
export function stagePackage(folder, places, product = join(root, 'dist')) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
    json = publishedPackage(own, places);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(json, undefined, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), withAddresses(readFileSync(join(root, 'README.md'), 'utf8'), places));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(product, join(folder, 'dist'), { recursive: true, filter: (path) => path !== join(product, 'site') && path !== join(product, 'docs') });
  return json;
}

if (process.argv[1]?.endsWith('release.mjs')) {
  const usage = 'npm run release -- --address https://HOST/OWNER/NAME [--homepage ADDRESS] [--built]';
  let given;
  try {
    given = parseArgs({ options: { address: { type: 'string' }, homepage: { type: 'string' }, built: { type: 'boolean' } } }).values;
  } catch (error) {
    stop(`${error.message}\n${usage}`);
  }
  if (!given.address) stop(`Where will the sources of this release be? ${usage}`);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  let places;
  try {
    places = placesOf(given.address, version, given.homepage);
  } catch (error) {
    stop(error.message);
  }
  if (!given.built) {
    process.env.VITRINE_HOMEPAGE = places.homepage;
    await import('./build.mjs');
  }
  const folder = join(root, 'build/release-package');
  stagePackage(join(folder, 'package'), places);
  const [{ filename }] = JSON.parse(output('npm', ['pack', join(folder, 'package'), '--ignore-scripts', '--json', '--pack-destination', folder]));
  const tarball = join(folder, filename),
    over = checkPackage(statSync(tarball).size);
  if (over.length > 0) stop(over.join('\n'));
  console.log(`\nThe element from a network, for version ${version}:\n${cdnLines(version)}`);
  console.log(`\nPacked: ${tarball}\nTo publish it: npm publish ${tarball}`);
}
