// The text model of the workbench: places of values, splices, the history.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { Draft, type Step } from '../../web/src/ui/workbench/text/draft';
import { nodeAt, nodeIn, pointerOf, scan, valueOf, type TextNode } from '../../web/src/ui/workbench/text/scan';
import { composed, inverted, mapped, spliced } from '../../web/src/ui/workbench/text/splices';

const rootOf = (text: string): TextNode => {
  const { root, broken } = scan(text);
  assert.deepEqual(broken, undefined);
  return root!;
};

describe('a scan', () => {
  const text = '\uFEFF{\r\n  "a\\u0062/~": [1, -2.50e+3, {"x": null}],\r\n\t"s": "\\"}" }\r\n';
  const root = rootOf(text);

  test('has each value with its place, behind a byte order mark', () => {
    const list = nodeAt(root, '/ab~1~0')!;
    assert.equal(text.slice(list.from, list.to), '[1, -2.50e+3, {"x": null}]');
    assert.equal(text.slice(list.keyFrom!, list.from), '"a\\u0062/~": ');
    assert.deepEqual(
      list.children.map((child) => [child.kind, text.slice(child.from, child.to)]),
      [
        ['number', '1'],
        ['number', '-2.50e+3'],
        ['object', '{"x": null}'],
      ],
    );
    assert.equal(valueOf(text, nodeAt(root, '/s')!), '"}');
  });

  test('knows pointers both ways, and what is around an offset', () => {
    const deep = nodeAt(root, '/ab~1~0/2/x')!;
    assert.equal(pointerOf(deep), '/ab~1~0/2/x');
    assert.equal(nodeIn(root, deep.from + 1), deep);
    assert.equal(nodeIn(root, deep.keyFrom! + 1), deep);
    assert.equal(nodeAt(root, '/ab~1~0/02'), undefined);
    assert.equal(nodeAt(root, '/ab~1~0/3'), undefined);
  });

  for (const [broken, at] of [
    ['', 0],
    ['{"a": 1,}', 7],
    ['[1 2]', 3],
    ['{a: 1}', 1],
    ['{"a" 1}', 5],
    ['"ab', 0],
    ['"a\nb"', 2],
    ['["\\x"]', 2],
    ['[01]', 1],
    ['[1.]', 1],
    ['[tru]', 1],
    ['[1] 2', 4],
    ['{"a": 1 // b\n}', 8],
  ] as const) {
    test(`says where ${JSON.stringify(broken)} is no JSON`, () => {
      assert.equal(scan(broken).broken?.at, at);
      assert.throws(() => JSON.parse(broken) as unknown);
    });
  }

  test('takes 256 levels, as the reader does, and refuses the next', () => {
    assert.ok(scan('['.repeat(256) + ']'.repeat(256)).root);
    assert.equal(scan('['.repeat(257) + ']'.repeat(257)).broken?.at, 256);
    assert.equal(scan('['.repeat(1_000_000)).broken?.at, 256);
  });
});

describe('splices', () => {
  const text = '0123456789';
  const first = [
    { from: 2, to: 4, text: 'abc' },
    { from: 6, to: 6, text: 'X' },
  ];
  test('are applied and taken back', () => {
    const after = spliced(text, first);
    assert.equal(after, '01abc45X6789');
    assert.equal(spliced(after, inverted(text, first)), text);
  });

  test('of two steps are one list', () => {
    const between = spliced(text, first);
    for (const second of [
      [{ from: 0, to: 12, text: '' }],
      [{ from: 3, to: 8, text: '-' }],
      [{ from: 5, to: 5, text: '+' }],
      [
        { from: 1, to: 3, text: 'q' },
        { from: 11, to: 12, text: 'end' },
      ],
    ]) {
      const after = spliced(between, second);
      assert.equal(spliced(text, composed(first, second)), after);
    }
  });

  test('take beginnings along', () => {
    assert.equal(mapped(2, first), 2);
    assert.equal(mapped(3, first), undefined);
    assert.equal(mapped(5, first), 6);
    assert.equal(mapped(6, first), 8);
  });
});

const step = (from: number, to: number, text: string, gesture?: string): Step => ({
  label: { text: 'Step' },
  splices: [{ from, to, text }],
  ...(gesture !== undefined && { gesture }),
});

describe('a draft', () => {
  test('goes back and forth by the byte', () => {
    const draft = new Draft('{"a": 1, "b": 2}');
    draft.apply(step(6, 7, '10'));
    draft.apply(step(15, 16, '[3]'));
    assert.equal(draft.text, '{"a": 10, "b": [3]}');
    assert.ok(draft.undo());
    assert.equal(draft.text, '{"a": 10, "b": 2}');
    assert.ok(draft.undo());
    assert.ok(!draft.undo());
    assert.equal(draft.text, '{"a": 1, "b": 2}');
    draft.redo();
    draft.redo();
    assert.equal(draft.text, '{"a": 10, "b": [3]}');
    assert.ok(!draft.redo());
  });

  test('keeps one splice for a drag, however long it is', () => {
    const draft = new Draft('{"a": 1}');
    for (let i = 0; i < 1000; ++i) {
      const { from, to } = nodeAt(draft.root, '/a')!;
      draft.apply(step(from, to, String(i * 100), 'drag'), true);
    }
    draft.settle();
    assert.equal(draft.steps.length, 1);
    assert.deepEqual(draft.toJSON().done[0]!.splices, [{ from: 6, to: 7, text: '99900' }]);
    draft.undo();
    assert.equal(draft.text, '{"a": 1}');
  });

  test('forgets a drag that ended where it began, and one that was given up', () => {
    const draft = new Draft('{"a": 1}');
    draft.apply(step(6, 7, '2', 'drag'), true);
    draft.apply(step(6, 7, '1', 'drag'), true);
    draft.settle();
    assert.equal(draft.undoLabel, undefined);
    draft.apply(step(6, 7, '5', 'drag'), true);
    assert.ok(draft.cancel());
    assert.equal(draft.text, '{"a": 1}');
    assert.ok(!draft.redo());
  });

  test('joins steps of one gesture until there is a pause', () => {
    let now = 0;
    const draft = new Draft('{"a": ""}', () => now);
    for (const [at, letter] of [
      [0, 'x'],
      [900, 'y'],
      [2000, 'z'],
    ] as const) {
      now = at;
      const { to } = nodeAt(draft.root, '/a')!;
      draft.apply(step(to - 1, to - 1, letter, 'typing'));
    }
    assert.equal(draft.steps.length, 2);
    draft.undo();
    assert.equal(draft.text, '{"a": "xy"}');
  });

  test('takes the choice along with its value', () => {
    const draft = new Draft('{"in": [{"op": "mesh"}, "b"]}');
    draft.select(['/in/0', '/in/1']);
    draft.openPage('/in');
    draft.apply(step(8, 8, '"new", '));
    assert.deepEqual(draft.selection, ['/in/1', '/in/2']);
    draft.apply(step(1, 5, '"list"'));
    assert.deepEqual([draft.selection, draft.page], [['/list/1', '/list/2'], '/list']);
  });

  test('chooses what returned', () => {
    const draft = new Draft('{"a": {"x": 1}, "b": 2}');
    draft.select(['/a']);
    draft.apply(step(12, 13, '5'));
    draft.select(['/b']);
    draft.undo();
    assert.deepEqual(draft.selection, ['/a']);
    draft.select(['/b']);
    draft.apply({ ...step(5, 14, ''), splices: [{ from: 1, to: 16, text: '' }] });
    assert.equal(draft.text, '{"b": 2}');
    draft.select([]);
    draft.undo();
    assert.deepEqual(draft.selection, ['/a']);
  });

  test('keeps the last tree while the text is no JSON, and the choice over it', () => {
    const draft = new Draft('{"a": [1, 2]}');
    draft.select(['/a/1']);
    draft.apply(step(6, 6, '0, '));
    assert.ok(draft.broken);
    assert.equal(draft.rootText, '{"a": [1, 2]}');
    draft.apply(step(6, 9, ''));
    draft.apply(step(7, 7, '0, '));
    assert.equal(draft.broken, undefined);
    assert.deepEqual(draft.selection, ['/a/2']);
  });

  test('is the same after it was stored', () => {
    const draft = new Draft('{"a": 1}');
    draft.apply(step(6, 7, '2'));
    draft.apply(step(6, 7, '3'));
    draft.undo();
    draft.select(['/a']);
    const again = Draft.restore(JSON.parse(JSON.stringify(draft)) as ReturnType<Draft['toJSON']>);
    assert.deepEqual([again.text, again.selection, again.isSaved], ['{"a": 2}', ['/a'], false]);
    again.redo();
    assert.equal(again.text, '{"a": 3}');
    again.undo();
    again.undo();
    assert.deepEqual([again.text, again.isSaved], ['{"a": 1}', true]);
  });

  test('tells what changed, and of a drag that ended', () => {
    const draft = new Draft('{"a": 1}'),
      told: string[] = [];
    draft.on((event, loose) => told.push(loose ? `${event} loose` : event));
    draft.apply(step(6, 7, '2', 'd'), true);
    draft.settle();
    draft.select(['/a']);
    draft.markSaved();
    assert.deepEqual(told, ['text loose', 'saved loose', 'text', 'selection', 'saved']);
  });

  test('keeps 10,000 steps', () => {
    const draft = new Draft('[0]');
    for (let i = 1; i <= 10_050; ++i) draft.apply(step(1, draft.text.length - 1, String(i)));
    assert.equal(draft.steps.length, 10_000);
    while (draft.undo());
    assert.equal(draft.text, '[50]');
  });
});
