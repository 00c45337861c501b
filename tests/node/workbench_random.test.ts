// Gestures at random on documents of many spellings: JSON stays JSON, what the reader took it takes again, undo gives each byte
// back.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import type { Json } from '../../web/src/ui/world/text';
import { Draft, type Attempt } from '../../web/src/ui/workbench/text/draft';
import * as hands from '../../web/src/ui/workbench/text/gestures';
import { pagesOf, stackOf } from '../../web/src/ui/workbench/text/pages';
import { keysOf, kindOf, operators } from '../../web/src/ui/workbench/text/schema';
import { nodeAt, pointerOf, type TextNode } from '../../web/src/ui/workbench/text/scan';
// @ts-expect-error plain JavaScript
import { root } from './support/vitrine.mjs';
// @ts-expect-error plain JavaScript
import { data, valid } from './support/worlds.mjs';

const { createVitrine } = (await import(join(root, 'dist/node/index.js'))) as typeof import('../../web/src/node/index');
const vitrine = await createVitrine();

/** What the reader says against a text; warnings too, but for arguments that nothing uses any more. */
function faultsOf(text: string): string[] {
  const world = vitrine.world(text);
  try {
    const { issues } = world.report as unknown as { issues: { code: string; severity: number; message: string }[] };
    return issues
      .filter(({ severity, code }) => severity === 0 || code === 'WORLD_KEY')
      .map(({ code, message }) => `${code}: ${message}`);
  } finally {
    world.dispose();
  }
}

/** mulberry32 */
function dice(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % count;
  };
}

const spellings: readonly ((value: Json, text: string) => string)[] = [
  (_, text) => text,
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 1),
  (value) => JSON.stringify(value, null, 4).replaceAll('\n', '\r\n'),
  (value) => `\uFEFF${JSON.stringify(value, null, '\t')}\n`,
  (_, text) => text.replaceAll('\n', '\r\n'),
];

class Player {
  constructor(
    readonly draft: Draft,
    readonly roll: (count: number) => number,
  ) {}

  one<T>(list: readonly T[]): T | undefined {
    return list[this.roll(Math.max(1, list.length))];
  }

  /** Pointers of everything that is a block of some page. */
  blocks(): string[] {
    const { rootText: text, root: tree } = this.draft;
    return pagesOf(text, tree).flatMap((page) => stackOf(text, page).blocks.map(({ pointer }) => pointer));
  }

  pages(): string[] {
    return pagesOf(this.draft.rootText, this.draft.root).map(({ pointer }) => pointer);
  }

  /** Pointers of values. */
  values(): string[] {
    const found: string[] = [];
    const visit = (node: TextNode): void => {
      if (node.children.length === 0 && node.key !== 'kind' && node.key !== 'version') found.push(pointerOf(node));
      for (const child of node.children) if (child.key !== 'comment') visit(child);
    };
    visit(this.draft.root);
    return found;
  }

  /** A key of an operator, there or not. */
  key(): { pointer: string; count: number } {
    const pointer = this.one(this.blocks()) ?? '/camera',
      node = nodeAt(this.draft.root, pointer);
    const kind = (node && kindOf(this.draft.rootText, node)) ?? 'camera',
      key = this.one(keysOf(kind).filter(({ animated }) => animated));
    const count = { number: 1, integer: 1, vec2: 2, vec3: 3, scale: 3 }[key?.kind as 'vec2'] ?? 4;
    return { pointer: `${pointer}/${key?.name ?? 'at'}`, count };
  }

  /** What is offered at a block is done when it is chosen. */
  offers(): void {
    const { draft } = this,
      block = this.one(this.blocks()) ?? '/camera';
    for (const where of ['below', 'input', 'beside'] as const) {
      for (const op of hands.fitting(draft, block, where))
        assert.ok('splices' in hands.addOperator(draft, block, where, op), `${op} ${where} ${block} of\n${draft.text}`);
      for (const name of hands.linkable(draft, block, where))
        assert.ok('splices' in hands.linkTo(draft, block, name, where), `${name} ${where} ${block} of\n${draft.text}`);
    }
  }

  step(): Attempt {
    const { draft } = this,
      block = this.one(this.blocks()) ?? '/camera',
      page = this.one(this.pages()) ?? '/camera',
      where = this.one(['below', 'input', 'beside'] as const)!;
    const name = `n${this.roll(30)}`;
    const gestures: (() => Attempt)[] = [
      () => hands.addOperator(draft, block, where, this.one(hands.fitting(draft, block, where)) ?? 'add'),
      () => hands.addOperator(draft, block, where, this.one([...operators.keys()])!),
      () => hands.linkTo(draft, block, this.one(hands.linkable(draft, block, where)) ?? 'x', where),
      () => hands.removeOperator(draft, block, this.roll(2) === 0, this.one(['inline', 'drop', undefined] as const)),
      () => hands.exchangeOperator(draft, block, this.one(hands.exchangeable(draft, block)) ?? 'add'),
      () => hands.reorder(draft, block, this.roll(2) * 2 - 1),
      () => hands.changeOwner(draft, block, this.one(['up', 'down'] as const)!),
      () => hands.nameOperator(draft, block, name),
      () => hands.inlineLink(draft, block),
      () => hands.rename(draft, this.roll(2) === 0 ? page : block, name),
      () =>
        hands.addPage(draft, this.one(['texture', 'material', 'mesh', 'scene', 'effect', 'special', 'spline'])!, name),
      () => hands.setNote(draft, block, this.one(['', 'a "note"\n', 'ä'])!),
      () => hands.park(draft, block),
      () => hands.unpark(draft, block, this.roll(2)),
      () => hands.duplicate(draft, block),
      () => hands.paste(draft, this.one(this.blocks()) ?? '/post', where, hands.copyText(draft, [block])),
      () => hands.makeSubroutine(draft, block, name),
      () => hands.expose(draft, this.key().pointer),
      () => hands.moveValue(draft, block, `${this.one(this.blocks()) ?? ''}/in`, this.roll(3)),
      () => {
        const { pointer, count } = this.key();
        return hands.setKey(
          draft,
          pointer,
          this.roll(9),
          Array.from({ length: count }, () => 1 + this.roll(10) / 10),
        );
      },
    ];
    return this.one(gestures)!();
  }
}

for (const [index, file] of (valid as string[]).entries()) {
  spellings.forEach((spell, s) => {
    test(`120 gestures on ${file}, spelling ${s}`, () => {
      const original = readFileSync(join(data as string, 'valid', file), 'utf8'),
        text = spell(JSON.parse(original) as Json, original);
      const draft = new Draft(text),
        player = new Player(draft, dice(index * 100 + s));
      assert.deepEqual(faultsOf(text), []);
      const texts = [text];
      for (let i = 0; i < 120; ++i) {
        const attempt = player.step(),
          before = draft.text;
        if (!draft.apply(attempt)) continue;
        assert.equal(draft.broken, undefined);
        if (i % 8 === 0) player.offers();
        JSON.parse(draft.text.replace(/^\uFEFF/, ''));
        if (draft.text === before) continue;
        draft.settle();
        if ('label' in attempt)
          assert.deepEqual(faultsOf(draft.text), [], `${JSON.stringify(attempt.label)}\n${before}\n${draft.text}`);
        texts.push(draft.text);
        assert.equal(draft.text.startsWith('\uFEFF'), text.startsWith('\uFEFF'));
        if (!text.includes('\n')) assert.ok(!draft.text.includes('\n'));
        if (text.includes('\r\n')) assert.ok(!/[^\r]\n/.test(draft.text));
      }
      for (let i = texts.length - 2; i >= 0; --i) {
        assert.ok(draft.undo());
        assert.equal(draft.text, texts[i]);
      }
      for (const again of texts.slice(1)) {
        assert.ok(draft.redo());
        assert.equal(draft.text, again);
      }
    });
  });
}
