// The reference cases of world documents and how their expected values are compared.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { shared } from './vitrine.mjs';

/** Where the cases lie; null where the reference material is absent. */
export const caseFolder = shared && join(shared, 'reference/world_cases');

/** [name, expected] of every case. */
export function worldCases() {
  if (!caseFolder) return [];
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
