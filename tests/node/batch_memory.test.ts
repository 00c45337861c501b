// A batch whose results replace files holds none of them in memory: all of them wait on the disk for their names.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { runBatch } from '../../web/src/node/batch';
import type { Context } from '../../web/src/node/command';
import type { Vitrine } from '../../web/src/node/index';
import { InputPaths, Outputs } from '../../web/src/node/outputs';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** As far as a batch asks. */
const core = {
  formats: [{ id: 'md5mesh', extensions: ['md5mesh'], role: 'model', stoodInBy: [], parts: [], levels: [] }],
  load: () => ({ report: { issues: { numWarnings: 0 } }, dispose: () => undefined }),
} as unknown as Vitrine;

test('results that wait for their names are not in memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-batch-'));
  const names = ['a', 'b', 'c'],
    result = (name: string): string => join(folder, `${name}.out`);
  for (const name of names) {
    writeFileSync(join(folder, `${name}.md5mesh`), '');
    writeFileSync(result(name), 'old');
  }
  const context: Context = {
    operands: [folder],
    values: {},
    vitrine: () => Promise.resolve(core),
    out: () => undefined,
    err: () => undefined,
  };
  const outputs = new Outputs(),
    inputs = new InputPaths(),
    held: WeakRef<Uint8Array>[] = [];
  let alive: number | undefined;
  await runBatch<undefined, Uint8Array>(
    context,
    {
      work: () => ({ status: 0, done: new Uint8Array(8) }),
      report(data, _item, _quiet, later) {
        held.push(new WeakRef(data));
        const rest = outputs.begin([{ path: result(names[held.length - 1]!), data }], inputs)!;
        later(() => {
          collect();
          alive ??= held.filter((one) => one.deref() !== undefined).length;
          rest();
        });
      },
    },
    [],
    inputs,
  );
  const written = names.map((name) => readFileSync(result(name)).length);
  rmSync(folder, { recursive: true });
  assert.deepEqual(written, [8, 8, 8]);
  assert.equal(alive, 0);
});
