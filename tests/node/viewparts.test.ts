// The core for viewing in parts against the same core in one piece: what a model asks for is its format's part alone, and
// with it everything reads, poses and decodes as in one piece.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { describe, test } from 'node:test';

import { BufferKind } from '../../web/src/core/buffers';
import { VitrineError } from '../../web/src/core/errors';
import { Document } from '../../web/src/core/document';
import { decodeCoreImage } from '../../web/src/core/image';
import { isImageName } from '../../web/src/core/names';
import { likelyParts } from '../../web/src/core/viewparts';
import { startViewCore, type ViewCore } from '../../web/src/core/viewcore';
// @ts-expect-error plain JavaScript
import * as vitrine from './support/vitrine.mjs';

const { root, shared, without } = vitrine as { root: string; shared: string; without: string | false };
const wasm = (name: string): Promise<WebAssembly.Module> => WebAssembly.compile(readFileSync(join(root, 'dist', name)));
const partFile = (part: string): string => `vitrine-view-${part}.wasm`;

/** A core in parts, and the names of those it has asked for. */
async function inParts(): Promise<{ core: ViewCore; asked: string[] }> {
  const asked: string[] = [];
  const core = await startViewCore(await wasm('vitrine-view.wasm'), (part) => {
    asked.push(part);
    return wasm(partFile(part));
  });
  return { core, asked };
}
const inOnePiece = async (): Promise<ViewCore> => startViewCore(await wasm('figure/view.wasm'));

/** All that a viewer would take from the core: the report, and the buffers of every action at some times. */
async function everything(core: ViewCore, paths: readonly string[]): Promise<string[] | undefined> {
  const document = new Document(core);
  const models = paths.filter((path) => !isImageName(path)),
    images = paths.filter(isImageName);
  document.stage(
    models.map((path) => ({ name: basename(path), bytes: readFileSync(path) })),
    images.map((path) => ({ name: basename(path), bytes: 1 })),
  );
  await document.prepare();
  if (!document.load()) {
    document.dispose();
    return undefined;
  }
  const report = document.report(false),
    found = [JSON.stringify(report)];
  for (const action of [-2, -1, ...report.info.actions.keys()].slice(0, 12)) {
    document.selectAction(action);
    for (const share of [0, 0.37, 1]) {
      document.evaluate(document.duration * share, { skin: true, normals: true, tangents: share > 0 });
      for (const kind of Object.values(BufferKind))
        for (let index = 0; index <= document.instanceCount; ++index) {
          const bytes = document.indices(kind, index);
          if (bytes.length > 0) found.push(`${action} ${share} ${kind} ${index} ${hashOf(bytes)}`);
        }
    }
  }
  document.dispose();
  return found;
}

const hashOf = (data: NodeJS.ArrayBufferView): string => createHash('sha1').update(data).digest('hex');

/** Returns the parts that were asked for. */
async function agrees(paths: readonly string[]): Promise<string[]> {
  const { core, asked } = await inParts();
  const apart = await everything(core, paths),
    whole = await everything(await inOnePiece(), paths);
  assert.deepEqual(apart, whole, paths.join(' '));
  return asked;
}

const samples = (folder: string): string[] =>
  readdirSync(join(root, 'public/samples', folder)).map((name) => join(root, 'public/samples', folder, name));

/** Files below a folder with one of these endings; animations of the same folder come with a mesh. */
function below(folder: string, ending: RegExp): string[][] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => ending.test(path))
    .sort()
    .map((path) => {
      const beside = readdirSync(dirname(path)).filter((name) => extname(name) === '.md5anim');
      return [
        path,
        ...(extname(path) === '.md5mesh' ? beside.slice(0, 2) : []).map((name) => join(dirname(path), name)),
      ];
    });
}

describe('the core for viewing in parts', () => {
  const expected = { column: 'md5', pinwheel: 'qmsh-text', lighthouse: 'kri', mannequin: 'pivot' };
  for (const [folder, part] of Object.entries(expected))
    test(`shows the ${folder} with the part ${part} as in one piece`, async () => {
      const paths = samples(folder);
      assert.deepEqual(await agrees(paths), [part]);
      assert.deepEqual(likelyParts(paths), [part], 'its names tell the part');
    });

  const corpora: [string, RegExp, string][] = [
    ['md5', /\.md5mesh$/i, 'md5'],
    ['md5_synth', /\.md5mesh$/i, 'md5'],
    ['qmsh', /\.qmsh\.tmp$/i, 'qmsh-text'],
    ['qmsh', /\.qmsh$/i, 'qmsh'],
    ['kri', /\.scene$/i, 'kri'],
    ['pivot', /\.bin$/i, 'pivot'],
  ];
  for (const [folder, ending, part] of corpora)
    test(`shows ${String(ending)} of the corpora with the part ${part} alone`, { skip: without }, async () => {
      const sets = below(join(shared, 'corpus', folder), ending);
      assert.ok(sets.length > 0);
      let shown = 0;
      for (const paths of sets) {
        const asked = await agrees(paths);
        // What no reader knows is the last one's to look at.
        assert.deepEqual(
          asked.filter((name) => name !== part && name !== 'pivot'),
          [],
          paths[0],
        );
        if (asked.join() === part) ++shown;
      }
      assert.ok(shown > sets.length / 2, `${shown} of ${sets.length}`);
    });

  test('decodes TGA and DDS with a part of its own, which models do not ask for', { skip: without }, async () => {
    const { core, asked } = await inParts();
    const paths = below(join(shared, 'corpus'), /\.(tga|dds)$/i).flat();
    assert.ok(paths.length > 0);
    const one = await inOnePiece();
    for (const path of paths) {
      await core.need('images');
      const decoded = (from: ViewCore): unknown => {
        try {
          const { width, height, hasAlpha, rgba } = decodeCoreImage(from, readFileSync(path));
          return [width, height, hasAlpha, hashOf(rgba)];
        } catch (error) {
          if (error instanceof VitrineError) return error.code;
          throw error;
        }
      };
      assert.deepEqual(decoded(core), decoded(one), path);
    }
    assert.deepEqual(asked, ['images']);
  });

  test('ends with a trap where a part is used that is not there', async () => {
    const { core } = await inParts();
    const document = new Document(core);
    const [path] = samples('mannequin');
    document.stage([{ name: basename(path!), bytes: readFileSync(path!) }]);
    assert.throws(() => document.load(), WebAssembly.RuntimeError);
  });

  test('says which part did not come, and asks again', async () => {
    let comes = false;
    const core = await startViewCore(await wasm('vitrine-view.wasm'), (part) =>
      comes ? wasm(partFile(part)) : Promise.reject(new Error('offline')),
    );
    const partial = { name: 'VitrineError', code: 'CORE_PARTIAL', message: /\bkri\b/ };
    await assert.rejects(everything(core, samples('lighthouse')), partial);
    comes = true;
    assert.ok(await everything(core, samples('lighthouse')));
  });

  test('does not start a part of another build', async () => {
    const bytes = readFileSync(join(root, 'dist', partFile('pivot')));
    const seal = /t[0-9a-f]{8}/.exec(bytes.toString('latin1'))!;
    bytes.write('t00000000', seal.index, 'latin1');
    const core = await startViewCore(await wasm('vitrine-view.wasm'), () => WebAssembly.compile(bytes));
    await assert.rejects(core.need('pivot'), { code: 'CORE_PARTIAL' });
  });

  test('needs nothing in one piece', async () => {
    const core = await inOnePiece();
    await core.need('md5');
    assert.ok(existsSync(join(root, 'dist/figure/view.wasm')));
    assert.ok(await everything(core, samples('column')));
  });
});
