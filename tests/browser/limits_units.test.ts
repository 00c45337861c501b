// What keeps large and deep documents within bounds on the page: messages of long chains, memory of a view, sizes of
// images, menus, numbers that are not finite.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { HierarchyNode, Report } from '../../web/src/core/report';
import { leavesFirst } from '../../web/src/engine/listen';
import type { CoreModule } from '../../web/src/core/core';
import { boundedDecoder, scaledSize } from '../../web/src/engine/page/images';
import { digitsText, numberText } from '../../web/src/ui/words';
import { rememberView, restoreSelection, type SteeredViewer } from '../../web/src/viewer/memory';

/** Nodes that hang one on another, each parent before its child as in every report. */
function chainOf(length: number, name = (i: number): string => `j${i}`): HierarchyNode[] {
  let children: HierarchyNode[] = [];
  for (let index = length - 1; index >= 0; --index) {
    const node = { name: name(index), kind: 'joint', index, children } as Partial<HierarchyNode> as HierarchyNode;
    children = [node];
  }
  return children;
}
const reportOf = (hierarchy: HierarchyNode[]): Report => ({ info: { hierarchy, actions: [] } }) as unknown as Report;

test('a report of 4,096 joints in a chain is copied to another thread, as deep as it was', () => {
  const report = reportOf(chainOf(4096));
  // As it stands it is deeper than the stack of whoever copies it.
  const { report: copied } = structuredClone(leavesFirst({ report })) as { report: Report };
  let depth = 0,
    node = copied.info.hierarchy[0];
  for (; node; node = node.children[0]) assert.equal(node.name, `j${depth++}`);
  assert.equal(depth, 4096);
});

test('messages without a report go as they are', () => {
  const message = { report: undefined, type: 'refused' };
  assert.equal(leavesFirst(message), message);
});

/** A viewer that shows `hierarchy` with a node selected, and keeps what it is told. */
function viewerOf(hierarchy: HierarchyNode[], selectedNode: number): { viewer: SteeredViewer; told: () => unknown } {
  let told: unknown;
  const viewer = {
    shown: { report: reportOf(hierarchy) },
    playback: undefined,
    settings: { selectedNode, cameraNode: -1 },
    clock: { time: 0 },
    rotationOverrides: { rotations: new Map() },
    read: {},
    set: (settings: unknown) => (told = settings),
  } as unknown as SteeredViewer;
  return { viewer, told: () => told };
}

test('a node is remembered by the names above it, thousands deep and under another number', () => {
  const memory = rememberView(viewerOf(chainOf(4096), 4000).viewer)!;
  const same = viewerOf(chainOf(4096), -1);
  restoreSelection(same.viewer, memory);
  assert.deepEqual(same.told(), { selectedNode: 4000, cameraNode: -1 });
  // Another root in front of the chain moves every number by one.
  const shift = (nodes: HierarchyNode[]): HierarchyNode[] => {
    for (let node = nodes[0]; node; node = node.children[0]) node.index += 1;
    return nodes;
  };
  const moved = viewerOf([...chainOf(1, () => 'other'), ...shift(chainOf(4096))], -1);
  restoreSelection(moved.viewer, memory);
  assert.deepEqual(moved.told(), { selectedNode: 4001, cameraNode: -1 });
  // One name above it differs: it is another node.
  const renamed = viewerOf(
    chainOf(4096, (i) => (i === 7 ? 'seven' : `j${i}`)),
    -1,
  );
  restoreSelection(renamed.viewer, memory);
  assert.deepEqual(renamed.told(), { selectedNode: -1, cameraNode: -1 });
});

test('images are scaled down along their longer side alone, and never up', () => {
  assert.equal(scaledSize(4096, 4096), undefined);
  assert.equal(scaledSize(1, 1), undefined);
  assert.deepEqual(scaledSize(8192, 8192), { resizeWidth: 4096, resizeHeight: 4096 });
  assert.deepEqual(scaledSize(8192, 2), { resizeWidth: 4096, resizeHeight: 1 });
  assert.deepEqual(scaledSize(3000, 6000), { resizeWidth: 2048, resizeHeight: 4096 });
});

/** A GIF that declares so many pixels, `bytes` long. */
function gif(width: number, height: number, bytes: number): ArrayBuffer {
  const file = new Uint8Array(bytes);
  file.set([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, width & 255, width >> 8, height & 255, height >> 8]);
  return file.buffer;
}

test('images of a document are decoded within a budget, the large ones one after another', async (t) => {
  const made: (ImageBitmapOptions | undefined)[] = [];
  let running = 0,
    most = 0;
  const before = globalThis.createImageBitmap;
  t.after(() => (globalThis.createImageBitmap = before));
  globalThis.createImageBitmap = (async (_: Blob, options?: ImageBitmapOptions) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    --running;
    made.push(options);
    return { width: 1, height: 1, close: () => undefined };
  }) as unknown as typeof createImageBitmap;
  const core = undefined as unknown as CoreModule;
  const decode = boundedDecoder();
  // 67 million pixels in 35 bytes, twelve times: none is made.
  for (let i = 0; i < 12; ++i) await assert.rejects(decode(core, gif(8192, 8192, 35)), { code: 'LIMIT_PIXELS' });
  assert.equal(made.length, 0);
  // In proportion to its bytes it is made, scaled down; eight of 4096 x 4096 are 2 to the 27th pixels, and no more fit.
  const large = Array.from({ length: 9 }, () => decode(core, gif(8192, 8192, 70_000)));
  const results = await Promise.allSettled(large);
  assert.deepEqual(
    results.map(({ status }) => status),
    [...Array<string>(8).fill('fulfilled'), 'rejected'],
  );
  assert.equal(most, 1);
  assert.deepEqual([made[0]?.resizeWidth, made[0]?.resizeHeight], [4096, 4096]);
  // Another document has a budget of its own, and small images are not scaled.
  await boundedDecoder()(core, gif(64, 32, 50));
  assert.equal(made.at(-1)?.resizeWidth, undefined);
});

test('a number that is not finite, which JSON has as null, is said as that', () => {
  for (const value of [null, NaN, Infinity, -Infinity]) {
    assert.equal(numberText(value), 'not finite');
    assert.equal(digitsText(value, 3), 'not finite');
  }
  assert.equal(digitsText(1234.5678, 3), '1230');
  assert.equal(numberText(0), '0');
});
