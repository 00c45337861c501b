// World documents of the tests: playing them, the reference cases, and how their expected values are compared.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from './vitrine.mjs';

/** The documents of the test data. */
export const data = join(root, 'tests/data/world');
export const valid = readdirSync(join(data, 'valid')).filter((name) => name.endsWith('.world.json'));

/** The text of a document around `body`. */
export const world = (body) => JSON.stringify({ kind: 'vitrine-world', version: 1, ...body });

/** The native inspector, where there is a native build; `noTool` is what a test gives as its skip. */
export const tool = ['debug', 'release'].map((preset) => join(root, 'build', preset, 'vitrine_tool')).find(existsSync);
export const noTool = tool === undefined ? 'the native build (vitrine_tool) is absent' : false;

export const caseFolder = join(data, 'cases');

/** [name, expected] of every case. */
export function worldCases() {
  const { cases } = JSON.parse(readFileSync(join(caseFolder, 'expected.json'), 'utf8'));
  return Object.entries(cases).map(([path, expected]) => [basename(path, '.world.json'), expected]);
}
export const casePath = (name) => join(caseFolder, `${name}.world.json`);
export const besideCases = (name) => {
  const path = join(caseFolder, name);
  return existsSync(path) ? readFileSync(path) : undefined;
};

/** The value at a JSON pointer. */
export const at = (report, pointer) =>
  pointer
    .split('/')
    .slice(1)
    .reduce((value, key) => value?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], report);

/** '' when `found` is as wanted: objects by the keys given, numbers within tolerance * max(1, |wanted|). */
export function difference(wanted, found, tolerance = 1e-6, path = '') {
  if (typeof wanted === 'number' && typeof found === 'number') {
    if (Math.abs(wanted - found) <= tolerance * Math.max(1, Math.abs(wanted))) return '';
  } else if (Array.isArray(wanted) && Array.isArray(found)) {
    if (wanted.length !== found.length) return `${path} has ${found.length} elements, expected ${wanted.length}`;
    for (const [i, value] of wanted.entries()) {
      const inner = difference(value, found[i], tolerance, `${path}/${i}`);
      if (inner) return inner;
    }
    return '';
  } else if (isObject(wanted) && isObject(found)) {
    for (const [key, value] of Object.entries(wanted)) {
      if (!(key in found)) return `${path}/${key} is missing`;
      const inner = difference(value, found[key], tolerance, `${path}/${key}`);
      if (inner) return inner;
    }
    return '';
  } else if (wanted === found) return '';
  return `${path}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`;
}
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

export const sha256 = (lines) =>
  createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
const sum = (values) => values.reduce((total, value) => total + value, 0);
const weighted = (rows) => sum(rows.map((row) => sum(row.map((value, i) => value * (i + 1)))));
const dash = (value) => value ?? '-';

/** The digests of expected.json's digestDefinitions. */
export const digests = {
  flood: ({ flood }) => sha256(Object.entries(flood).map(([name, value]) => `${name}=${value}`)),
  visible: ({ visible }) => sha256(visible),
  events: ({ events }) => sha256(events.map(({ id, op }) => `${id} ${op}`)),
  instances: ({ instances }) => sha256(instances.map(({ instance, op }) => `${instance} ${op}`)),
  jobs: ({ jobs }) =>
    sha256(jobs.map((j) => `${j.mesh} ${j.cluster} ${j.materialId} ${dash(j.segment)} ${dash(j.instance)}`)),
  keys: ({ paint }) => sha256(paint.map(({ key }) => key)),
  cells: ({ physics }) => sha256(physics.particles.map(({ cell }, i) => `${i}=${dash(cell)}`)),
  sumEventTime: ({ events }) => sum(events.map(({ time }) => time)),
  sumInstanceTime: ({ instances }) => sum(instances.map(({ time }) => time)),
  sumMatrix: ({ jobs }) => weighted(jobs.map(({ matrix }) => matrix)),
  sumRects: ({ rects }) => weighted(Object.values(rects)),
  sumAnim: ({ anim }) => weighted(anim.map(({ value }) => value)),
  sumParticles: ({ physics }) => [0, 1, 2].map((axis) => sum(physics.particles.map((p) => p.at[axis]))),
};

/** The reports of all frames, or the issues of a refused document; and the digest of each. */
export function play(vitrine, text, times, { camera, files } = {}) {
  const played = vitrine.world(text, files);
  const reports = [],
    hashes = [];
  for (const time of times) {
    if (!played.ok || !played.evaluate(time, camera)) break;
    reports.push(played.report);
    hashes.push(played.digest);
  }
  const { ok, report } = played;
  played.dispose();
  return { ok, reports, hashes, issues: report.issues };
}

export const codesAndPaths = (issues) => issues.map(({ code, path }) => `${code} ${path}`).sort();

/** The core itself, without the module around it. */
export async function startCore() {
  const factory = (await import(pathToFileURL(join(root, 'dist/vitrine-core.mjs')).href)).default;
  return factory({ wasmBinary: readFileSync(join(root, 'dist/vitrine-core.wasm')) });
}

/** Texts as the core prints them, one per frame. */
export function printed(core, path, times, view, files = () => undefined) {
  const world = new core.World(readFileSync(path));
  for (const name of JSON.parse(world.files())) {
    const bytes = files(name);
    if (bytes) core.HEAPU8.set(bytes, world.addFile(name, bytes.length));
  }
  const lines = [];
  let ok = world.open();
  if (view) world.setCamera(...view);
  for (const time of times) {
    ok &&= world.evaluate(time);
    if (!ok) break;
    lines.push(world.report());
  }
  if (!ok) lines.push(world.report());
  world.delete();
  return lines;
}
