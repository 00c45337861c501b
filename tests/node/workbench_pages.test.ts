// What a world may hold, its links, and its pages as stacks. The documents of the test data and of the corpus are laid.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { Draft } from '../../web/src/ui/workbench/text/draft';
import { setValue } from '../../web/src/ui/workbench/text/gestures';
import { linksOf } from '../../web/src/ui/workbench/text/links';
import { pageOf, pagesOf, parkedOf, stackOf, targetOf, usersOf } from '../../web/src/ui/workbench/text/pages';
import { classOf, infoAt, keysOf, kindOf, namesAt, operators } from '../../web/src/ui/workbench/text/schema';
import { nodeAt, pointerOf, scan, valueOf, type TextNode } from '../../web/src/ui/workbench/text/scan';
// @ts-expect-error plain JavaScript
import { data, root, shared, without } from './support/vitrine.mjs';

const { createVitrine } = (await import(join(root, 'dist/node/index.js'))) as typeof import('../../web/src/node/index');
const vitrine = await createVitrine();

const treeOf = (value: unknown): { text: string; root: TextNode } => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { text, root: scan(text).root! };
};

describe('the schema', () => {
  const key = (op: string, name: string) => operators.get(op)!.keys.find((one) => one.name === name)!;

  test('has all operators with their classes and inputs', () => {
    assert.equal(operators.size, 23);
    assert.equal(operators.get('mesh')!.class, 'mesh');
    assert.equal(operators.get('call')!.class, 'any');
    assert.deepEqual(operators.get('deform')!.inputs, { least: 1, most: 1, classes: ['mesh'] });
    assert.deepEqual(operators.get('add')!.inputs, { least: 0, most: Infinity, classes: ['scene', 'mesh'] });
  });

  test('says how a key is edited', () => {
    assert.deepEqual(
      operators.get('light')!.keys.map(({ name, kind }) => `${name} ${kind}`),
      ['name name', 'at vec3', 'range number', 'color color', 'castShadow boolean'],
    );
    const { hard, animated, least, most, initial } = key('multiply', 'count');
    assert.deepEqual(
      { hard, animated, least, most, initial },
      { hard: true, animated: true, least: 0, most: 100000, initial: 1 },
    );
    assert.equal(key('light', 'range').hard, false);
    assert.deepEqual(key('material', 'bump').links, ['texture']);
    assert.deepEqual(key('material', 'blend').words, ['opaque', 'add', 'alpha', 'multiply']);
    assert.equal(key('text', 'text').initial, '$0');
    const { words = [] } = key('set', 'variable');
    assert.equal(words.length, 10 + 35);
    assert.ok(words.includes('V13') && words.includes('V29') && words.includes('V47') && !words.includes('V48'));
    assert.equal(keysOf('timelineEvent').find(({ name }) => name === 'sub')!.of, 'timelineEvent');
    assert.ok(keysOf('documentCamera').some(({ name }) => name === 'aspect'));
  });
});

const kRooms = {
  kind: 'vitrine-world',
  version: 1,
  models: { ship: 'ship.scene' },
  textures: { stone: 'stone.png' },
  materials: { wall: { texture: 'stone', lightmap: { op: 'texture', fill: [1, 1, 1] } } },
  meshes: { crate: { model: 'ship', material: 'wall' } },
  subroutines: {
    pillar: {
      params: [{ id: 0, name: 'high' }],
      inputs: 1,
      root: { op: 'transform', scale: { param: 'high' }, in: [{ op: 'input' }] },
    },
  },
  scenes: {
    hall: {
      op: 'add',
      in: [
        { op: 'call', sub: 'pillar', in: ['crate'] },
        {
          op: 'transform',
          in: [
            { op: 'deform', in: ['crate'] },
            { op: 'light', name: 'lamp' },
          ],
        },
        { op: 'event', name: 'spark', in: [{ op: 'particles' }] },
      ],
      comment: { note: 'the first room', parked: [{ at: 1, op: 'crate' }] },
    },
  },
  segments: [{ name: 'A', scene: 'hall' }, { name: 'B' }],
  portals: [{ between: ['A', 'B'] }],
  timeline: { events: [{ op: 'spark', start: 0, sub: [{ op: 'spark', start: 1 }] }] },
  physics: {
    cells: [{ min: [0, 0, 0], max: [1, 1, 1], offset: { value: [0, 0, 0], anim: { b: 'TIME' } } }],
    probes: [{ probe: 'rayOut', at: [0, 0, 0], cell: 0, dir: [0, 0, 1] }],
  },
};

describe('a place', () => {
  const { text, root: tree } = treeOf(kRooms);
  const at = (pointer: string): TextNode => nodeAt(tree, pointer)!;

  test('has a kind', () => {
    for (const [pointer, kind] of [
      ['', 'document'],
      ['/materials/wall', 'material'],
      ['/materials/wall/lightmap', 'texture'],
      ['/segments/0', 'sector'],
      ['/portals/0', 'portal'],
      ['/scenes/hall/in/2', 'event'],
      ['/timeline/events/0/sub/0', 'timelineEvent'],
      ['/subroutines/pillar/params/0', 'param'],
      ['/subroutines/pillar/root/scale', 'animated'],
      ['/physics/cells/0', 'cell'],
      ['/physics/cells/0/offset/anim', 'function'],
      ['/physics/probes/0', 'probeRayOut'],
      ['/scenes/hall/comment', undefined],
    ] as const)
      assert.equal(kindOf(text, at(pointer)), kind, pointer);
  });

  test('has a class, through links and calls', () => {
    assert.equal(classOf(text, at('/meshes/crate/material')), 'material');
    assert.equal(classOf(text, at('/textures/stone')), 'texture');
    assert.equal(classOf(text, at('/scenes/hall/in/0')), 'scene');
    assert.equal(classOf(text, at('/scenes/hall/in/0/in/0')), 'mesh');
    assert.equal(classOf(text, at('/subroutines/pillar/root/in/0')), undefined);
    assert.equal(classOf(text, at('/segments/0')), 'world');
  });

  test('has the key it is the value of, and names that may stand there', () => {
    assert.equal(infoAt(text, at('/scenes/hall/in/2/name'))!.kind, 'name');
    assert.deepEqual(namesAt(text, at('/meshes/crate/model')), ['ship']);
    assert.deepEqual(namesAt(text, at('/portals/0/between/1')), ['A', 'B']);
    assert.deepEqual(namesAt(text, at('/timeline/events/0'), 'op'), ['spark']);
    assert.deepEqual(namesAt(text, at('/subroutines/pillar/root/scale/param')), ['high']);
  });
});

describe('links', () => {
  const { text, root: tree } = treeOf(kRooms);
  test('are found from both ends', () => {
    assert.deepEqual(usersOf(text, tree, '/meshes/crate'), ['/scenes/hall/in/0/in/0', '/scenes/hall/in/1/in/0/in/0']);
    assert.deepEqual(usersOf(text, tree, '/subroutines/pillar'), ['/scenes/hall/in/0/sub']);
    assert.deepEqual(usersOf(text, tree, '/segments/0'), ['/portals/0/between/0']);
    assert.deepEqual(usersOf(text, tree, '/scenes/hall/in/2'), [
      '/timeline/events/0/op',
      '/timeline/events/0/sub/0/op',
    ]);
    assert.deepEqual(usersOf(text, tree, '/subroutines/pillar/params/0'), ['/subroutines/pillar/root/scale/param']);
    assert.equal(targetOf(text, tree, '/meshes/crate/material'), '/materials/wall');
    assert.equal(targetOf(text, tree, '/segments/0/scene'), '/scenes/hall');
    assert.equal(targetOf(text, tree, '/title'), undefined);
  });

  test('do not reach into a subroutine', () => {
    const inside = treeOf({
      subroutines: { s: { root: { op: 'add', in: [{ op: 'light', name: 'lamp' }, 'lamp'] } } },
      scenes: { a: { op: 'add', in: ['lamp'] } },
    });
    assert.equal(targetOf(inside.text, inside.root, '/subroutines/s/root/in/1'), '/subroutines/s/root/in/0');
    assert.equal(targetOf(inside.text, inside.root, '/scenes/a/in/0'), undefined);
  });
});

describe('links are those of the core', () => {
  const folders = ['valid', 'cases', 'drawing'].map((name) => data('world', name)).filter((path) => existsSync(path));
  for (const path of folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))) {
    if (!path.endsWith('.world.json') || statSync(path).size > 200_000) continue;
    const written = readFileSync(path, 'utf8'),
      world = vitrine.world(written),
      wanted = world.ok ? world.links() : undefined;
    world.dispose();
    if (!wanted) continue;
    test(path.slice(data().length + 1), () => {
      const { text, root: tree } = treeOf(written),
        { inputs, uses } = linksOf(text, tree);
      const found = [
        ...inputs.flatMap(({ node, isLink, op }) => (isLink && op ? [{ node, target: op.node }] : [])),
        ...uses.flatMap(({ node, target }) => (target ? [{ node, target }] : [])),
      ];
      const pairs = found.map(({ node, target }) => `${pointerOf(node)} > ${pointerOf(target)}`);
      assert.deepEqual(pairs.sort(), wanted.map(({ pointer, target }) => `${pointer} > ${target}`).sort());
    });
  }
});

describe('a page', () => {
  const { text, root: tree } = treeOf(kRooms),
    pages = pagesOf(text, tree);

  test('is each named thing', () => {
    assert.deepEqual(
      pages.map(({ kind, name }) => `${kind} ${name}`),
      [
        'texture stone',
        'material wall',
        'mesh crate',
        'subroutine pillar',
        'scene hall',
        'segment A',
        'segment B',
        'portal A – B',
      ],
    );
    assert.equal(pageOf(pages, '/scenes/hall/in/1/in/0')!.name, 'hall');
    assert.equal(pageOf(pages, '/timeline/bpm'), undefined);
  });

  test('has inputs above their consumer, which is as wide as they are', () => {
    const { blocks, columns, rows } = stackOf(text, pages[4]!);
    assert.deepEqual([columns, rows], [4, 4]);
    assert.deepEqual(
      blocks.map(({ op, column, row, columns: wide }) => `${op} ${column},${row} x${wide}`),
      [
        'add 0,3 x4',
        'call 0,2 x1',
        'mesh 0,1 x1',
        'transform 1,2 x2',
        'deform 1,1 x1',
        'mesh 1,0 x1',
        'light 2,1 x1',
        'event 3,2 x1',
        'particles 3,1 x1',
      ],
    );
    const border = (pointer: string) => blocks.find((block) => block.pointer === pointer)!.isBorder;
    assert.deepEqual(
      ['', '/in/1', '/in/1/in/0', '/in/1/in/0/in/0'].map((end) => border(`/scenes/hall${end}`)),
      [false, false, true, false],
    );
    const [hall] = blocks;
    assert.deepEqual([hall!.note, hall!.parked], ['the first room', 1]);
    assert.deepEqual(
      parkedOf(text, hall!.node).map(({ index, at, node }) => [index, at, valueOf(text, node)]),
      [[0, 1, 'crate']],
    );
  });

  test('has links in slots as chips, and operators in slots above', () => {
    const { blocks } = stackOf(text, pages[1]!);
    assert.deepEqual(
      blocks[0]!.slots.map(({ key, name, isLink }) => [key, name, isLink]),
      [
        ['texture', 'stone', true],
        ['lightmap', 'texture', false],
      ],
    );
    assert.deepEqual([blocks.length, blocks[1]!.slot, blocks[1]!.isBorder], [2, 'lightmap', true]);
  });

  test('folds more than eight like neighbours', () => {
    const lights = (count: number) => Array.from({ length: count }, (_, i) => ({ op: 'light', name: `l${i}` }));
    const eight = treeOf({ scenes: { s: { op: 'add', in: lights(8) } } }),
      nine = treeOf({ scenes: { s: { op: 'add', in: [{ op: 'text' }, ...lights(9)] } } });
    assert.equal(stackOf(eight.text, pagesOf(eight.text, eight.root)[0]!).blocks.length, 9);
    const [page] = pagesOf(nine.text, nine.root);
    const { blocks, columns } = stackOf(nine.text, page!);
    assert.deepEqual([blocks.length, columns, blocks[2]!.folded, blocks[2]!.members.length], [3, 2, 9, 9]);
    assert.equal(stackOf(nine.text, page!, new Set(['/scenes/s/in/4'])).blocks.length, 11);
  });
});

/** Every document below a folder. */
function documentsBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return documentsBelow(path);
    return name.endsWith('.world.json') ? [path] : [];
  });
}

/** Of two members with one name JSON has the last alone. */
const hasTwice = (node: TextNode): boolean =>
  (node.kind === 'object' && new Set(node.children.map(({ key }) => key)).size < node.children.length) ||
  node.children.some(hasTwice);

/** Reads, lays every page, and sets each value to itself. */
function survives(path: string): void {
  const text = readFileSync(path, 'utf8'),
    { root: tree } = scan(text);
  if (!tree) {
    assert.throws(() => JSON.parse(text.replace(/^\uFEFF/, '')) as unknown, `${path} is JSON`);
    return;
  }
  for (const page of pagesOf(text, tree)) stackOf(text, page);
  if (text.length > 1_000_000 || hasTwice(tree)) return;
  const draft = new Draft(text);
  for (const child of tree.children) {
    const attempt = setValue(draft, pointerOf(child), valueOf(text, child));
    assert.deepEqual('splices' in attempt && attempt.splices, [], `${path}${pointerOf(child)}`);
  }
}

test('the documents of the tests and the samples survive', () => {
  const paths = [
    ...documentsBelow((data as (...path: string[]) => string)('world')),
    ...documentsBelow(join(root as string, 'public/samples')),
  ];
  assert.ok(paths.length > 50);
  for (const path of paths) survives(path);
});

test('the documents of others survive', { skip: without as string | false }, () => {
  for (const path of documentsBelow(join(shared as string, 'corpus'))) survives(path);
});
