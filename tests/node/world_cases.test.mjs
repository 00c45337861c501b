// World documents against the reference: every case in wasm, the same report natively, and the same picture under every
// execution system.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { randomWorld } from './support/random_world.mjs';
import { vitrineJson as runJson } from './support/vitrine.mjs';
import {
  at,
  besideCases,
  casePath,
  codesAndPaths,
  data,
  difference,
  digests,
  noTool,
  play,
  printed,
  startCore,
  tool,
  valid,
  worldCases,
} from './support/worlds.mjs';

let vitrine;
before(async () => {
  vitrine = await createVitrine();
});

/** Holds what came out against a case of the reference. */
function compare(expected, { refused, reports, issues }) {
  assert.equal(refused, expected.error !== undefined, JSON.stringify(issues));
  if (expected.error) {
    const [first] = issues;
    assert.deepEqual({ code: first.code, path: first.path }, expected.error);
    assert.ok(first.line >= 1 && first.column >= 1 && first.severity === 0 && first.message !== '');
    return;
  }
  const { tolerance, frames, digests: sums = {} } = expected;
  for (const [i, values] of frames.entries()) {
    for (const [pointer, wanted] of Object.entries(values))
      assert.equal(difference(wanted, at(reports[i], pointer), tolerance), '', `frame ${i} ${pointer}`);
  }
  const last = reports.at(-1);
  if (expected.issues) assert.deepEqual(codesAndPaths(last.issues), codesAndPaths(expected.issues));
  for (const [kind, wanted] of Object.entries(sums))
    assert.equal(difference(wanted, digests[kind](last), tolerance), '', kind);
}

describe('the reference cases, through the module', () => {
  for (const [name, expected] of worldCases()) {
    test(name, () => {
      const once = () =>
        play(vitrine, readFileSync(casePath(name)), expected.times ?? [0], {
          camera: expected.camera,
          files: besideCases,
        });
      const first = once();
      compare(expected, { refused: !first.ok, ...first });
      assert.deepEqual(once().hashes, first.hashes, 'a second run gives the same digests');
    });
  }
});

describe('the reference cases, through the command line', () => {
  // One process each is slow: every refused document, and every sixth of the others.
  const chosen = worldCases().filter(([, { error }], i) => error !== undefined || i % 6 === 0);
  for (const [name, expected] of chosen) {
    test(name, () => {
      const args = ['world', casePath(name), '--json', '--time', (expected.times ?? [0]).join(',')];
      const { camera } = expected;
      if (camera) args.push(`--camera=${[...camera.at, ...(camera.dir ?? [])].join(',')}`);
      const { status, value } = runJson(args);
      assert.equal(status, expected.error ? 1 : 0);
      compare(expected, {
        refused: status === 1,
        reports: value.frames ?? [value],
        issues: value.issues ?? value.frames.at(-1).issues,
      });
    });
  }
});

describe('native and wasm print the same report', { skip: noTool }, () => {
  let core;
  before(async () => {
    core = await startCore();
  });

  function same(path, times, view, files) {
    const args = ['world', path, times.join(','), ...(view ? [view.join(',')] : [])];
    const { stdout } = spawnSync(tool, args, { encoding: 'utf8', maxBuffer: 1 << 29 });
    const native = stdout.trimEnd().split('\n');
    for (const [i, line] of printed(core, path, times, view, files).entries())
      assert.ok(line === native[i], `frame ${i}: ${line.slice(0, 200)} ... ${native[i]?.slice(0, 200)}`);
  }

  const beside = (name) =>
    existsSync(join(data, 'valid', name)) ? readFileSync(join(data, 'valid', name)) : undefined;
  for (const file of valid) {
    test(file, () => {
      same(join(data, 'valid', file), [0, 0.1, 0.37, 1, 2.5, 0.2, 3], [1.2, 1, 1.3, 0.6, 0.1, -0.8], beside);
    });
  }
  for (let seed = 0; seed < 20; seed++) {
    test(`random world ${seed}`, (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'vitrine-random-'));
      t.after(() => rmSync(folder, { recursive: true }));
      const path = join(folder, 'random.world.json');
      writeFileSync(path, JSON.stringify(randomWorld(seed)));
      same(path, [0, 0.31, 0.5, 1.7, 1.71, 0.4, 2.2]);
    });
  }
  for (const [name, { times = [0], camera }] of worldCases()) {
    test(name, () => same(casePath(name), times, camera && [...camera.at, ...(camera.dir ?? [0, 0, -1])], besideCases));
  }
});

describe('execute, record and hybrid', () => {
  const systems = ['execute', 'record', { mode: 'execute', cache: false }, { mode: 'hybrid', prune: false }];
  for (let seed = 0; seed < 40; seed++) {
    test(`give the same picture of random world ${seed}`, () => {
      const document = randomWorld(seed);
      const pictures = (system) => {
        const { ok, reports, issues } = play(
          vitrine,
          JSON.stringify({ ...document, system }),
          [0, 0.3, 0.9, 2, 0.6, 1.1],
        );
        assert.ok(ok, JSON.stringify(issues));
        return reports.map(({ handlers, ...picture }) => ({ ...picture, issues: codesAndPaths(picture.issues) }));
      };
      const plain = pictures('hybrid');
      assert.ok(plain.some(({ jobs, anim }) => jobs.length + anim.length > 0));
      for (const system of systems) assert.deepEqual(pictures(system), plain);
    });
  }
});

test('vitrine_tool world and vitrine world agree', { skip: noTool }, () => {
  const path = join(data, 'valid/events.world.json');
  const native = execFileSync(tool, ['world', path, '1.5'], { encoding: 'utf8' });
  assert.deepEqual(runJson(['world', path, '--json', '--time', '1.5']).value, JSON.parse(native));
});
