// The package's declarations, as a consumer's TypeScript sees them.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import ts from 'typescript';

import { emitTypes } from '../../web/build/types.mjs';
import { root } from './support/vitrine.mjs';

const consumer = `
import { createVitrine, type VitrineDocument, VitrineError, type Issue, type Report } from 'vitrine';
import { openPaths } from 'vitrine/files';

const vitrine = await createVitrine({ wasm: new Uint8Array() });
const document = vitrine.open([{ name: 'a.md5mesh', bytes: new Uint8Array() }], { limits: { joints: 10 }, resolve: () => undefined });
export const report: Report = document.report;
export const triangles: number = report.info.statistics.triangles;
export const name: string = document.hierarchy[0]!.children[0]!.name;
export const seconds: number = document.actions[0]!.duration;
export const key: number = document.curves('walk')[0]!.keys[0]!.time;
export const positions: Float32Array = document.pose({ action: 'walk', time: 0.5 }).meshes[0]!.positions;
export const place = (error: unknown): Issue[] => (error instanceof VitrineError ? error.issues : []);
document.add({ name: 'b.md5anim', bytes: new Uint8Array() });
document.add([{ name: 'c.md5anim', bytes: new ArrayBuffer(0) }, { name: 'd.md5anim', bytes: new DataView(new ArrayBuffer(0)) }]);
document.dispose();
export const joint: number = document.poseReport({ vertices: true }).joints[0]!.matrix[15]!;
export const opened: Promise<VitrineDocument> = openPaths(vitrine, ['models/heron', 'pak0.pk3'], { limits: { joints: 10 } });
// @ts-expect-error there is no such member
document.nothing;
// @ts-expect-error bytes are bytes
vitrine.open([{ name: 'a.md5mesh', bytes: 'text' }]);
`;

describe('types', () => {
  let folder;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-types-'));
    const home = join(folder, 'node_modules/vitrine');
    emitTypes(join(home, 'dist'));
    cpSync(join(root, 'package.json'), join(home, 'package.json'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'consumer.ts'), consumer);
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [name, module, moduleResolution, lib = ['lib.es2022.d.ts', 'lib.dom.d.ts']] of [
    ['a bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
    ['Node', ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
    [
      'Node, without the declarations of a page',
      ts.ModuleKind.NodeNext,
      ts.ModuleResolutionKind.NodeNext,
      ['lib.es2022.d.ts'],
    ],
  ]) {
    test(`fit a consumer that resolves like ${name}`, () => {
      const program = ts.createProgram([join(folder, 'consumer.ts')], {
        module,
        moduleResolution,
        target: ts.ScriptTarget.ES2022,
        lib,
        types: [],
        strict: true,
        noEmit: true,
        // Declarations of the package are checked as well.
        skipLibCheck: false,
      });
      const said = ts.getPreEmitDiagnostics(program).map((d) => ts.flattenDiagnosticMessageText(d.messageText, '\n'));
      assert.deepEqual(said, []);
    });
  }
});
