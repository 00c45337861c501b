// What each gesture makes of a text, by the byte, in several spellings.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { Draft, type Attempt } from '../../web/src/ui/workbench/text/draft';
import * as hands from '../../web/src/ui/workbench/text/gestures';

const kRoom = `{
  "kind": "vitrine-world",
  "version": 1,
  "materials": {
    "floor": { "color": [0.70, 0.7, 0.7] }
  },
  "meshes": {
    "crate": { "material": "floor", "boxes": [{ "min": [0, 0, 0], "max": [1, 1, 1] }] }
  },
  "scenes": {
    "stage": {
      "op": "add",
      "in": [
        { "op": "light", "name": "lamp", "range": 1.20e1 },
        "crate"
      ]
    }
  },
  "camera": { "at": [0, 1.6, 5], "fov": 60 }
}
`;

interface Case {
  name: string;
  act: (draft: Draft) => Attempt;
  /** Lines that go, and lines that come in their place. */
  from: string;
  to: string;
  select?: string;
}

const cases: Case[] = [
  {
    name: 'a number is one token, and takes the decimals of the step',
    act: (draft) => hands.setValue(draft, '/camera/at', [0, 1.7000000001, 5], { step: 0.1 }),
    from: '"at": [0, 1.6, 5]',
    to: '"at": [0, 1.7, 5]',
  },
  {
    name: 'equal numbers keep their spelling',
    act: (draft) => hands.setValue(draft, '/materials/floor/color', [0.7, 0.7, 1]),
    from: '[0.70, 0.7, 0.7]',
    to: '[0.70, 0.7, 1]',
  },
  {
    name: 'characters stay as they are typed',
    act: (draft) => hands.setRaw(draft, '/camera/fov', '75.50'),
    from: '"fov": 60',
    to: '"fov": 75.50',
  },
  {
    name: 'a missing key stands in the order of the schema',
    act: (draft) => hands.setValue(draft, '/camera/dir', [0, 0, -1]),
    from: '"at": [0, 1.6, 5], "fov"',
    to: '"at": [0, 1.6, 5], "dir": [0, 0, -1], "fov"',
  },
  {
    name: 'what is around a missing key is made as well',
    act: (draft) => hands.setValue(draft, '/timeline/bpm', 60),
    from: '"fov": 60 }\n}',
    to: '"fov": 60 },\n  "timeline": { "bpm": 60 }\n}',
  },
  {
    name: 'a key goes with one comma',
    act: (draft) => hands.removeValue(draft, '/camera/at'),
    from: '{ "at": [0, 1.6, 5], "fov": 60 }',
    to: '{ "fov": 60 }',
  },
  {
    name: 'an element goes with its line',
    act: (draft) => hands.removeOperator(draft, '/scenes/stage/in/1', true),
    from: '"range": 1.20e1 },\n        "crate"',
    to: '"range": 1.20e1 }',
  },
  {
    name: 'an input is added behind the last one, on one line',
    act: (draft) => hands.addOperator(draft, '/scenes/stage', 'input', 'text', { size: 2, text: 'Hi' }),
    from: '        "crate"\n',
    to: '        "crate",\n        { "op": "text", "text": "Hi", "size": 2 }\n',
    select: '/scenes/stage/in/2',
  },
  {
    name: 'an operator below wraps what is there, with "in" last',
    act: (draft) => hands.addOperator(draft, '/scenes/stage/in/1', 'below', 'multiply', { count: 5 }),
    from: '        "crate"\n',
    to: '        { "op": "multiply", "count": 5, "in": ["crate"] }\n',
    select: '/scenes/stage/in/1',
  },
  {
    name: 'what is longer than 100 characters is broken into lines',
    act: (draft) =>
      hands.addOperator(draft, '/scenes/stage/in/0', 'below', 'transform', {
        translate: [1, 2, 3],
        name: 'a name that is rather long, so that the line is',
      }),
    from: '        { "op": "light", "name": "lamp", "range": 1.20e1 },\n',
    to: `        {
          "op": "transform",
          "name": "a name that is rather long, so that the line is",
          "translate": [1, 2, 3],
          "in": [{ "op": "light", "name": "lamp", "range": 1.20e1 }]
        },
`,
  },
  {
    name: 'an operator of lines moves with its bytes and another indent',
    act: (draft) => hands.addOperator(draft, '/scenes/stage', 'below', 'event'),
    from: `    "stage": {
      "op": "add",
      "in": [
        { "op": "light", "name": "lamp", "range": 1.20e1 },
        "crate"
      ]
    }
`,
    to: `    "stage": {
      "op": "event",
      "in": [
        {
          "op": "add",
          "in": [
            { "op": "light", "name": "lamp", "range": 1.20e1 },
            "crate"
          ]
        }
      ]
    }
`,
  },
  {
    name: 'an operator that goes leaves its inputs',
    act: (draft) => hands.removeOperator(draft, '/scenes/stage/in/1', false, 'drop'),
    from: '"range": 1.20e1 },\n        "crate"',
    to: '"range": 1.20e1 }',
  },
  {
    name: 'an entry that is linked goes with its links',
    act: (draft) => hands.removeOperator(draft, '/materials/floor', true, 'drop'),
    from: `{
    "floor": { "color": [0.70, 0.7, 0.7] }
  },
  "meshes": {
    "crate": { "material": "floor", "boxes"`,
    to: `{},
  "meshes": {
    "crate": { "boxes"`,
  },
  {
    name: 'an entry that is linked goes and is copied to its links',
    act: (draft) => hands.removeOperator(draft, '/materials/floor', true, 'inline'),
    from: `{
    "floor": { "color": [0.70, 0.7, 0.7] }
  },
  "meshes": {
    "crate": { "material": "floor",`,
    to: `{},
  "meshes": {
    "crate": { "material": { "op": "material", "color": [0.70, 0.7, 0.7] },`,
  },
  {
    name: 'keys that both have stay when operators are exchanged',
    act: (draft) => hands.exchangeOperator(draft, '/scenes/stage', 'memory'),
    from: '"op": "add"',
    to: '"op": "memory"',
  },
  {
    name: 'siblings change places by the byte',
    act: (draft) => hands.reorder(draft, '/scenes/stage/in/0', 1),
    from: '        { "op": "light", "name": "lamp", "range": 1.20e1 },\n        "crate"\n',
    to: '        "crate",\n        { "op": "light", "name": "lamp", "range": 1.20e1 }\n',
    select: '/scenes/stage/in/1',
  },
  {
    name: 'an operator becomes an entry and a link',
    act: (draft) => hands.nameOperator(draft, '/scenes/stage/in/0', 'key light'),
    from: `        { "op": "light", "name": "lamp", "range": 1.20e1 },
        "crate"
      ]
    }
`,
    to: `        "key light",
        "crate"
      ]
    },
    "key light": { "op": "light", "range": 1.20e1 }
`,
    select: '/scenes/stage/in/0',
  },
  {
    name: 'a link becomes a copy, which says what it is',
    act: (draft) => hands.inlineLink(draft, '/scenes/stage/in/1'),
    from: '        "crate"\n',
    to: '        { "op": "mesh", "material": "floor", "boxes": [{ "min": [0, 0, 0], "max": [1, 1, 1] }] }\n',
  },
  {
    name: 'a link takes its place in a slot that is empty',
    act: (draft) => hands.linkTo(draft, '/meshes/crate/boxes/0/material', 'floor', 'input'),
    from: '"max": [1, 1, 1] }',
    to: '"max": [1, 1, 1], "material": "floor" }',
  },
  {
    name: 'a table that is missing is made in its place, an entry to a line',
    act: (draft) => hands.addPage(draft, 'texture', 'brick'),
    from: '  "materials": {',
    to: '  "textures": {\n    "brick": { "fill": [1, 1, 1, 1] }\n  },\n  "materials": {',
    select: '/textures/brick',
  },
  {
    name: 'a note is a comment, before the inputs',
    act: (draft) => hands.setNote(draft, '/scenes/stage', 'two "things"'),
    from: '"op": "add",\n      "in"',
    to: '"op": "add",\n      "comment": "two \\"things\\"",\n      "in"',
  },
  {
    name: 'an input is parked in the comment of its owner',
    act: (draft) => hands.park(draft, '/scenes/stage/in/0'),
    from: `      "op": "add",
      "in": [
        { "op": "light", "name": "lamp", "range": 1.20e1 },
`,
    to: `      "op": "add",
      "comment": { "parked": [{ "at": 0, "op": { "op": "light", "name": "lamp", "range": 1.20e1 } }] },
      "in": [
`,
    select: '/scenes/stage',
  },
  {
    name: 'a copy has a name of its own',
    act: (draft) => hands.duplicate(draft, '/scenes/stage/in/0'),
    from: '1.20e1 },\n',
    to: '1.20e1 },\n        { "op": "light", "name": "lamp 2", "range": 1.20e1 },\n',
    select: '/scenes/stage/in/1',
  },
  {
    name: 'a copy in another place has a name of its own as well',
    act: (draft) => hands.copyValue(draft, '/scenes/stage/in/0', '/scenes/stage/in', 2),
    from: '        "crate"\n',
    to: '        "crate",\n        { "op": "light", "name": "lamp 2", "range": 1.20e1 }\n',
    select: '/scenes/stage/in/2',
  },
  {
    name: 'what was copied is pasted with its bytes',
    act: (draft) => hands.paste(draft, '/scenes/stage/in/0', 'beside', hands.copyText(draft, ['/scenes/stage/in/0'])),
    from: '1.20e1 },\n',
    to: '1.20e1 },\n        { "op": "light", "name": "lamp 2", "range": 1.20e1 },\n',
    select: '/scenes/stage/in/1',
  },
  {
    name: 'an operator becomes a subroutine and a call',
    act: (draft) => hands.makeSubroutine(draft, '/scenes/stage/in/0', 'lighting'),
    from: `        { "op": "light", "name": "lamp", "range": 1.20e1 },
        "crate"
      ]
    }
  },
`,
    to: `        { "op": "call", "sub": "lighting" },
        "crate"
      ]
    }
  },
  "subroutines": {
    "lighting": { "root": { "op": "light", "name": "lamp", "range": 1.20e1 } }
  },
`,
    select: '/scenes/stage/in/0',
  },
  {
    name: 'a key at a time holds the difference to the value',
    act: (draft) => hands.setKey(draft, '/camera/at', 4, [1, 1.6, 3]),
    from: '"at": [0, 1.6, 5]',
    to: '"at": { "value": [0, 1.6, 5], "anim": { "spline": { "channels": [[[4, 1]], [[4, 0]], [[4, -2]]] } } }',
  },
];

/** The same text with another indent and other ends of lines. */
const spelt = (text: string, unit: string, eol: string, mark: string): string =>
  mark +
  text
    .split('\n')
    .map((line) => line.replace(/^( {2})*/, (lead) => unit.repeat(lead.length / 2)))
    .join(eol);

const spellings = [
  ['LF, two spaces', '  ', '\n', ''],
  ['CRLF, four spaces', '    ', '\r\n', ''],
  ['LF, one space, with a mark', ' ', '\n', '\uFEFF'],
  ['CRLF, tabs, with a mark', '\t', '\r\n', '\uFEFF'],
] as const;

/** Splits at the ends of lines, so that parts keep their own indent. */
const swapped = (text: string, from: string, to: string): string => {
  assert.equal(text.split(from).length, 2, `one place of ${from}`);
  return text.split(from).join(to);
};

for (const [spelling, unit, eol, mark] of spellings) {
  describe(spelling, () => {
    for (const { name, act, from, to, select } of cases) {
      test(name, () => {
        const before = spelt(kRoom, unit, eol, mark),
          wanted = spelt(swapped(kRoom, from, to), unit, eol, mark);
        const draft = new Draft(before);
        assert.ok(draft.apply(act(draft)), JSON.stringify(draft.refusal));
        assert.equal(draft.text, wanted);
        if (select !== undefined) assert.deepEqual(draft.selection, [select]);
        draft.undo();
        assert.equal(draft.text, before);
        draft.redo();
        assert.equal(draft.text, wanted);
      });
    }
  });
}

describe('a text on one line', () => {
  const small =
    '{"kind":"vitrine-world","version":1,"scenes":{"s":{"op":"add","in":[{"op":"light","name":"lamp"},{"op":"mesh"}]}}}';
  for (const [name, act, wanted] of [
    [
      'gets keys without blanks',
      (draft: Draft) => hands.setValue(draft, '/scenes/s/in/0/range', 5),
      small.replace('"lamp"', '"lamp","range":5'),
    ],
    [
      'gets operators without blanks',
      (draft: Draft) => hands.addOperator(draft, '/scenes/s/in/1', 'below', 'transform', { translate: [1, 0, 0] }),
      small.replace('{"op":"mesh"}', '{"op":"transform","translate":[1,0,0],"in":[{"op":"mesh"}]}'),
    ],
    [
      'gets tables without blanks',
      (draft: Draft) => hands.addPage(draft, 'spline', 'wave'),
      small.replace(/}$/, ',"splines":{"wave":{"channels":[[[0,0]]]}}}'),
    ],
    [
      'loses elements with their comma',
      (draft: Draft) => hands.removeOperator(draft, '/scenes/s/in/0', true),
      small.replace('{"op":"light","name":"lamp"},', ''),
    ],
    [
      'parks without blanks',
      (draft: Draft) => hands.park(draft, '/scenes/s/in/1'),
      small.replace(
        '"in":[{"op":"light","name":"lamp"},{"op":"mesh"}]',
        '"comment":{"parked":[{"at":1,"op":{"op":"mesh"}}]},"in":[{"op":"light","name":"lamp"}]',
      ),
    ],
  ] as const) {
    test(name, () => {
      const draft = new Draft(small);
      assert.ok(draft.apply(act(draft)), JSON.stringify(draft.refusal));
      assert.equal(draft.text, wanted);
    });
  }
});

describe('of several gestures', () => {
  test('parking and putting back is nothing', () => {
    const draft = new Draft(kRoom);
    draft.apply(hands.park(draft, '/scenes/stage/in/0'));
    draft.apply(hands.setNote(draft, '/scenes/stage', 'note'));
    draft.apply(hands.unpark(draft, '/scenes/stage', 0));
    draft.apply(hands.setNote(draft, '/scenes/stage', ''));
    assert.equal(draft.text, kRoom);
  });

  test('an operator goes into its neighbour and out again', () => {
    const draft = new Draft(kRoom);
    draft.apply(hands.addOperator(draft, '/scenes/stage/in/1', 'below', 'transform'));
    draft.apply(hands.reorder(draft, '/scenes/stage/in/1', -1));
    const before = draft.text;
    assert.ok(draft.apply(hands.changeOwner(draft, '/scenes/stage/in/1', 'up')));
    assert.deepEqual(draft.selection, ['/scenes/stage/in/0/in/1']);
    assert.ok(draft.apply(hands.changeOwner(draft, '/scenes/stage/in/0/in/1', 'down')));
    assert.deepEqual([draft.selection, draft.text], [['/scenes/stage/in/1'], before]);
  });

  test('parameters keep their ids when another goes', () => {
    const draft = new Draft(kRoom);
    draft.apply(hands.addOperator(draft, '/scenes/stage/in/1', 'below', 'transform'));
    draft.apply(hands.makeSubroutine(draft, '/scenes/stage/in/1', 'pillar'));
    draft.apply(hands.expose(draft, '/subroutines/pillar/root/scale/1'));
    draft.apply(hands.expose(draft, '/subroutines/pillar/root/translate', 'place'));
    draft.apply(hands.setValue(draft, '/scenes/stage/in/1/args/0', 2));
    draft.apply(hands.setValue(draft, '/scenes/stage/in/1/args/1', [1, 0, 0, 0]));
    draft.apply(hands.removeValue(draft, '/subroutines/pillar/params/0'));
    const { scenes, subroutines } = JSON.parse(draft.text) as {
      scenes: { stage: { in: object[] } };
      subroutines: object;
    };
    assert.deepEqual(scenes.stage.in[1], { op: 'call', sub: 'pillar', args: { '1': [1, 0, 0, 0] } });
    assert.deepEqual(subroutines, {
      pillar: {
        params: [{ id: 1, name: 'place', type: 'vector', default: [0, 0, 0, 0] }],
        root: { op: 'transform', scale: [1, 1, 1], translate: { param: 'place' }, in: ['crate'] },
      },
    });
  });
});

describe('renaming', () => {
  const linked = JSON.stringify({
    kind: 'vitrine-world',
    version: 1,
    title: 'wave',
    splines: { wave: { channels: [[[0, 0]]] } },
    subroutines: { wave: { params: [{ id: 0, name: 'wave' }], root: { op: 'light', range: { param: 'wave' } } } },
    scenes: {
      wave: { op: 'event', in: [{ op: 'call', sub: 'wave' }] },
      other: { op: 'light', name: 'wave', range: { value: 1, anim: { b: 'splineg( TIME , wave )' } } },
      all: { op: 'add', in: ['wave', { op: 'trigger', event: 'wave' }] },
    },
    timeline: { events: [{ op: 'wave', start: 0, text: 'wave' }] },
  }).replace(',"name":"wave","range"', ',"range"');

  for (const [page, wanted] of [
    ['/splines/wave', ['"splines":{"tide"', '"splineg( TIME , tide )"']],
    ['/subroutines/wave', ['"subroutines":{"tide"', '"sub":"tide"']],
    ['/subroutines/wave/params/0', ['"name":"tide"', '{"param":"tide"}']],
    ['/scenes/wave', ['"scenes":{"tide"', '"in":["tide"', '"event":"tide"', '"events":[{"op":"tide"']],
  ] as const) {
    test(`of ${page} changes its links and no other text`, () => {
      const draft = new Draft(linked);
      assert.ok(draft.apply(hands.rename(draft, page, 'tide')), JSON.stringify(draft.refusal));
      for (const part of wanted) assert.ok(draft.text.includes(part), part);
      assert.equal(draft.text.split('tide').length - 1, wanted.length);
      assert.equal(draft.text.replaceAll('tide', 'wave'), linked);
    });
  }
});

describe('is refused with a sentence, and not offered:', () => {
  const refusalOf = (text: string, act: (draft: Draft) => Attempt): string => {
    const draft = new Draft(text),
      isTaken = draft.apply(act(draft));
    assert.ok(!isTaken);
    assert.equal(draft.text, text);
    return draft.refusal!.text;
  };

  test('a link that closes a cycle', () => {
    const text = kRoom
      .replace('"camera"', '"specials": {},\n  "camera"')
      .replace('"stage": {', '"outer": { "op": "add", "in": ["stage"] },\n    "stage": {');
    assert.equal(
      refusalOf(text, (draft) => hands.linkTo(draft, '/scenes/stage', 'outer', 'input')),
      '{name} would be part of itself.',
    );
    const draft = new Draft(text);
    assert.deepEqual(hands.linkable(draft, '/scenes/stage', 'input'), ['crate', 'lamp']);
    assert.equal(
      refusalOf(text, (d) => hands.setValue(d, '/scenes/stage/in/1', 'outer')),
      '{name} would be part of itself.',
    );
  });

  test('a scene where a mesh belongs', () => {
    const text = kRoom.replace('"crate"\n', '{ "op": "deform", "in": ["crate"] }\n');
    assert.equal(
      refusalOf(text, (draft) => hands.setValue(draft, '/scenes/stage/in/1/in/0', 'lamp')),
      '{name} does not go into {owner}.',
    );
    const draft = new Draft(text);
    assert.deepEqual(hands.linkable(draft, '/meshes/crate/material', 'input'), ['floor']);
    assert.deepEqual(hands.fitting(draft, '/scenes/stage/in/1/in/0', 'below'), ['deform']);
    assert.deepEqual(hands.fitting(draft, '/materials/floor/bump', 'input'), ['texture']);
    assert.ok(!hands.fitting(draft, '/scenes/stage', 'input').includes('fx'));
  });

  test('what is linked, without a word of its links', () => {
    assert.equal(
      refusalOf(kRoom, (draft) => hands.removeOperator(draft, '/materials/floor', true)),
      '{name} is linked elsewhere ({count}).',
    );
    const draft = new Draft(kRoom);
    assert.deepEqual(hands.linkedElsewhere(draft, '/materials/floor', true), ['/meshes/crate/material']);
  });

  test('an input too few', () => {
    const text = kRoom.replace('"crate"\n', '{ "op": "transform", "in": ["crate"] }\n');
    assert.equal(
      refusalOf(text, (draft) => hands.removeOperator(draft, '/scenes/stage/in/1/in/0', true)),
      '{name} needs an input.',
    );
  });

  test('a name that is taken', () => {
    assert.equal(
      refusalOf(kRoom, (draft) => hands.nameOperator(draft, '/scenes/stage/in/0', 'stage')),
      'Something else is named {name}.',
    );
  });

  test('everything, while the text is no JSON', () => {
    const draft = new Draft(kRoom.replace('"crate"', '"crate'));
    assert.ok(!draft.apply(hands.setValue(draft, '/camera/fov', 5)));
    assert.deepEqual(hands.fitting(draft, '/scenes/stage', 'input'), []);
  });
});
