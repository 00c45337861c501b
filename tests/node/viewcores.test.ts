// The cores for viewing against the whole one: each format's own reads, poses and reports its files as the full core does,
// and leaves to that what it cannot.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { BufferKind } from '../../web/src/core/buffers';
import type { CoreModule } from '../../web/src/core/core';
import { Document } from '../../web/src/core/document';
import { decodeCoreImage, type ImageCore } from '../../web/src/images/image';
import { loadCore } from '../../web/src/core/load';
import { isImageName } from '../../web/src/core/names';
import { startImageCore, startViewCore } from '../../web/src/core/viewCore';
import { type ViewedFormat, viewedFormat } from '../../web/src/core/viewCores';
import { VitrineError } from '../../web/src/base/errors';
// @ts-expect-error plain JavaScript
import * as vitrine from './support/vitrine.mjs';

const { data, root, shared, without } = vitrine as {
  data: (...path: string[]) => string;
  root: string;
  shared: string;
  without: string | false;
};
const at = (name: string): string => join(root, 'dist', name);
const wasm = (name: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(readFileSync(at(`vitrine-${name}.wasm`)));
/** More than that the engine gives to the full core. */
const kMostBytes = 16 << 20;

let whole: CoreModule;
before(async () => {
  whole = await loadCore({
    glueUrl: pathToFileURL(at('vitrine-core.mjs')),
    wasmBinary: readFileSync(at('vitrine-core.wasm')),
  });
});

/** What a viewer takes from a core: the report, and the numbers of some actions at some times; undefined where it refuses. */
function everything(core: CoreModule, paths: readonly string[], named: (path: string) => string) {
  const document = new Document(core);
  try {
    const models = paths.filter((path) => !isImageName(path)),
      images = paths.filter(isImageName);
    const opens = document.load(
      models.map((path) => ({ name: named(path), bytes: readFileSync(path) })),
      images.map((path) => ({ name: basename(path), bytes: 1 })),
    );
    const report = document.report(false);
    if (!opens || report.issues.numErrors > 0) return undefined;
    const poses: { what: string; numbers: Float32Array }[] = [];
    for (const action of [-1, ...report.info.actions.keys()].slice(0, 6)) {
      document.selectAction(action);
      for (const share of [0, 0.37]) {
        document.evaluate(document.duration * share, { skin: true, normals: true });
        for (const kind of [BufferKind.Positions, BufferKind.Normals, BufferKind.NodeMatrices])
          for (let index = 0; index < Math.max(1, document.instanceCount); ++index)
            poses.push({ what: `${action} ${share} ${kind} ${index}`, numbers: document.floats(kind, index).slice() });
      }
    }
    return { report, poses };
  } finally {
    document.dispose();
  }
}

/** What the view core says, the whole one says as well; it may say more. */
function assertWithin(small: unknown, large: unknown, at: string): void {
  // Scripts write -0 as 0.
  if (typeof small === 'number') small += 0;
  if (typeof small !== 'object' || small === null)
    return assert.equal(small, typeof large === 'number' ? large + 0 : large, at);
  assert.ok(typeof large === 'object' && large !== null, at);
  if (Array.isArray(small)) assert.equal(small.length, (large as unknown[]).length, at);
  for (const [key, value] of Object.entries(small))
    // What only people read has no names in the view core.
    if (key !== 'properties') assertWithin(value, large[key as never], `${at} ${key}`);
}

/** False where the view core leaves the files to the whole one, which then may say anything. */
async function agrees(format: ViewedFormat, paths: readonly string[], named = basename): Promise<boolean> {
  let small;
  try {
    small = everything(await startViewCore(await wasm(`view-${format}`)), paths, named);
  } catch (error) {
    // A trap: what it cannot do is the full core's.
    assert.ok(error instanceof WebAssembly.RuntimeError, String(error));
  }
  if (!small) return false;
  const large = everything(whole, paths, named);
  assert.ok(large, `${paths[0]}: the full core refuses what the small one shows`);
  assertWithin(small.report.info, large.report.info, paths[0]!);
  assert.deepEqual(
    small.poses.map(({ what, numbers }) => [what, numbers.length]),
    large.poses.map(({ what, numbers }) => [what, numbers.length]),
  );
  // The kernels of the full core add in another order.
  for (const [i, { what, numbers }] of small.poses.entries()) {
    const others = large.poses[i]!.numbers,
      most = others.reduce((before, value) => Math.max(before, Math.abs(value)), 1);
    numbers.forEach((value, k) => {
      const off = Math.abs(value - others[k]!);
      assert.ok(
        off <= most * 1e-5 || (Number.isNaN(value) && Number.isNaN(others[k]!)),
        `${paths[0]} ${what} ${k}: off by ${off}`,
      );
    });
  }
  return true;
}

const samples = (folder: string): string[] =>
  readdirSync(join(root, 'public/samples', folder)).map((name) => join(root, 'public/samples', folder, name));

/** Files below a folder with one of these endings; animations and buffers of the same folder come with a model. */
function below(folder: string, ending: RegExp): string[][] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => ending.test(path) && statSync(path).size < kMostBytes)
    .sort()
    .map((path) => {
      const beside = (ending: string): string[] =>
        readdirSync(dirname(path))
          .filter((name) => extname(name) === ending)
          .map((name) => join(dirname(path), name));
      if (extname(path) === '.md5mesh') return [path, ...beside('.md5anim').slice(0, 2)];
      return [path, ...(extname(path) === '.gltf' ? beside('.bin') : [])];
    });
}

describe('the cores for viewing', () => {
  const expected: Record<string, ViewedFormat> = {
    column: 'md5',
    pinwheel: 'qmsh',
    lighthouse: 'kri',
    mannequin: 'pivot',
  };
  for (const [folder, format] of Object.entries(expected))
    test(`the one of ${format} shows the ${folder} as the full core does`, async () => {
      const paths = samples(folder);
      assert.equal(viewedFormat(paths.filter((path) => !isImageName(path))), format, 'its names tell the format');
      assert.ok(await agrees(format, paths));
    });

  async function allAgree(format: ViewedFormat, folder: string, ending: RegExp): Promise<void> {
    const sets = below(folder, ending);
    assert.ok(sets.length > 0);
    let shown = 0;
    for (const paths of sets) if (await agrees(format, paths)) ++shown;
    assert.ok(shown > sets.length / 2, `${shown} of ${sets.length}`);
  }

  const made: [ViewedFormat, RegExp, string?][] = [
    ['md5', /\.md5mesh$/i],
    ['kri', /\.scene$/i],
    ['pivot', /\.bin$/i],
    ['iqm', /[/\\][vwt]\d[^/\\]*\.(iqm|iqe)$/i],
    ['gltf', /\.(glb|gltf)$/i],
    ['quake', /\.(mdl|md2|md3)$/i, 'valid'],
  ];
  for (const [format, ending, folder = 'reference'] of made)
    test(`the one of ${format} shows the ${folder} files as the full core does`, () =>
      allAgree(format, data(format, folder), ending));

  const corpora: [ViewedFormat, RegExp, string?][] = [
    ['md5', /\.md5mesh$/i],
    ['qmsh', /\.qmsh\.tmp$/i],
    ['qmsh', /\.qmsh$/i],
    ['kri', /\.scene$/i],
    ['iqm', /\.(iqm|iqe)$/i],
    ['gltf', /\.(glb|gltf)$/i],
    ['quake', /\.mdl$/i, 'quake_frames'],
    ['quake', /\.md2$/i, 'quake_frames'],
    ['quake', /\.md3$/i, 'quake_frames'],
  ];
  for (const [format, ending, folder = format] of corpora)
    test(`the one of ${format} shows ${String(ending)} of the corpora as the full core does`, { skip: without }, () =>
      allAgree(format, join(shared, 'corpus', folder), ending),
    );

  test('files of two formats have none, nor have those of no format', () => {
    assert.equal(viewedFormat(['a.md5mesh', 'b.MD5ANIM']), 'md5');
    assert.equal(viewedFormat(['a.md5mesh', 'b.scene']), undefined);
    assert.equal(viewedFormat(['a.md5mesh', 'notes.txt']), undefined);
    assert.equal(viewedFormat(['a.qmsh', 'b.qmsh.tmp']), 'qmsh');
    assert.equal(viewedFormat([]), undefined);
  });

  test('a core does not open the files of another format', async () => {
    const core = await startViewCore(await wasm('view-pivot')),
      document = new Document(core);
    const [path] = samples('column').filter((name) => name.endsWith('.md5mesh'));
    assert.equal(document.load([{ name: 'column.md5mesh', bytes: readFileSync(path!) }]), false);
    document.dispose();
  });

  test(
    'the one for images decodes TGA and DDS as the full core does, or leaves them to it',
    { skip: without },
    async () => {
      const images = await wasm('view-images');
      const decoded = (from: ImageCore, path: string): unknown => {
        try {
          const { width, height, hasAlpha, rgba } = decodeCoreImage(from, readFileSync(path));
          return [width, height, hasAlpha, Buffer.from(rgba).toString('base64')];
        } catch (error) {
          if (error instanceof VitrineError) return undefined;
          throw error;
        }
      };
      const paths = below(join(shared, 'corpus'), /\.(tga|dds)$/i).map(([path]) => path!);
      assert.ok(paths.length > 0);
      let shown = 0;
      for (const path of paths) {
        const own = decoded(await startImageCore(images), path);
        if (own === undefined) continue;
        assert.deepEqual(own, decoded(whole, path), path);
        ++shown;
      }
      assert.ok(shown > paths.length / 2, `${shown} of ${paths.length}`);
    },
  );

  test('hold no sentences', () => {
    const tables = readdirSync(join(root, 'native'), { recursive: true }).filter((name) =>
        String(name).endsWith('sentences.h'),
      ),
      sentences = tables
        .map((name) => readFileSync(join(root, 'native', String(name)), 'utf8'))
        // Adjacent literals are one.
        .flatMap((table) => [...table.replaceAll(/"\s*"/g, '').matchAll(/Sentence k\w+\{[^"]*"([^"]+)"/g)])
        .flatMap(([, text]) => text!.split('{}'))
        .filter((part) => part.length >= 16);
    assert.ok(sentences.length > 200, `${sentences.length} sentences`);
    const cores = readdirSync(join(root, 'dist')).filter((name) => /^vitrine-(view-.*|sound)\.wasm$/.test(name));
    assert.ok(cores.length > 6);
    for (const core of cores) {
      const bytes = readFileSync(at(core)).toString('latin1');
      assert.deepEqual(
        sentences.filter((sentence) => bytes.includes(sentence)),
        [],
        core,
      );
    }
  });

  test('says that the core for images did not come', async () => {
    const core = await startViewCore(await wasm('view-md5'));
    await assert.rejects(core.images(), { name: 'VitrineError', code: 'CORE_PARTIAL' });
  });
});
