// Images of a game's palette: .lmp, .wal and .pcx. The PCX files were written by ImageMagick 6.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { decodeBmp } from '../../web/src/images/bmp';
import { isPalette, paletteNameOf, trueColour } from '../../web/src/images/paletted';
import { decodePng } from '../../web/src/images/pngRead';
// @ts-expect-error plain JavaScript
import { square } from './support/inputs.mjs';
// @ts-expect-error plain JavaScript
import * as support from './support/paletted.mjs';
// @ts-expect-error plain JavaScript
import { vitrine } from './support/vitrine.mjs';

type Maker = (width: number, height: number, pixels: readonly number[], palette?: Uint8Array) => Uint8Array;
const { lmp, wal, pcx } = support as unknown as Record<'lmp' | 'wal' | 'pcx', Maker>;
const palette = support.quakePalette as Uint8Array;
const colourOf = support.colourOf as (n: number) => number[];

/** Colours of a BMP, rows from the top. */
function colours(bmp: Uint8Array): number[][] {
  const { rgba, width, height } = decodeBmp(bmp);
  return Array.from({ length: width * height }, (_, i) => [...rgba.subarray(i * 4, i * 4 + 3)]);
}
const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'none';
};

/** `convert a.ppm -type TrueColor a24.pcx` and `-type Palette` of these 15 colours. */
const pictured = [
  ...[
    [255, 0, 0],
    [255, 0, 0],
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ],
  ...[
    [10, 20, 30],
    [40, 50, 60],
    [70, 80, 90],
    [0, 0, 0],
    [255, 255, 255],
  ],
  ...[
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3],
    [200, 201, 202],
  ],
];
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const truePcx = Uint8Array.from([
  ...[10, 5, 1, 8, 0, 0, 0, 0, 4, 0, 2, 0],
  ...zeros(53),
  ...[3, 5, 0, 1],
  ...zeros(59),
  ...[0xc3, 0xff, 0xc2, 0, 0xc3, 0, 0xc1, 0xff, 0, 0xc4, 0, 0xc1, 0xff],
  ...[10, 40, 70, 0, 0xc1, 0xff, 20, 50, 80, 0, 0xc1, 0xff, 30, 60, 90, 0, 0xc1, 0xff],
  ...[0xc4, 1, 0xc1, 0xc8, 0xc4, 2, 0xc1, 0xc9, 0xc4, 3, 0xc1, 0xca],
]);
const ownColours = [1, 2, 3, 10, 20, 30, 40, 50, 60, 70, 80, 90, 255, 0, 0, 0, 255, 0, 0, 0, 255, 200, 201, 202];
const indexedPcx = Uint8Array.from([
  ...[10, 5, 1, 8, 0, 0, 0, 0, 4, 0, 2, 0],
  ...zeros(53),
  ...[1, 5, 0, 1],
  ...zeros(59),
  ...[0xc3, 4, 5, 6, 1, 2, 3, 8, 9, 0xc4, 0, 7],
  ...[12, ...ownColours, 0, 0, 0, 255, 255, 255, ...zeros(768 - 30)],
]);

describe('an image of a palette', () => {
  const pixels = [0, 1, 2, 200, 254, 255];

  test('as .lmp has the colours of gfx/palette.lmp', () =>
    assert.deepEqual(colours(trueColour('a_00_00.lmp', lmp(3, 2, pixels), palette)), pixels.map(colourOf)));

  test('inside of a model with holes is clear where its last colour is', () => {
    const skin = trueColour('#0-0.holey.lmp', lmp(3, 2, pixels), palette);
    assert.deepEqual(colours(skin), pixels.map(colourOf));
    const { rgba } = decodeBmp(skin);
    assert.deepEqual(
      pixels.map((_, i) => rgba[4 * i + 3]),
      pixels.map((pixel) => (pixel === 255 ? 0 : 255)),
    );
  });

  test('as .wal has those at the end of pics/colormap.pcx', () => {
    const map = pcx(1, 1, [0], palette);
    assert.deepEqual(colours(trueColour('wall.WAL', wal(2, 3, pixels), map)), pixels.map(colourOf));
  });

  test('as .pcx has its own, or else the game’s', () => {
    assert.deepEqual(colours(trueColour('a.pcx', pcx(3, 2, pixels, palette), undefined)), pixels.map(colourOf));
    const map = pcx(1, 1, [0], palette);
    assert.deepEqual(colours(trueColour('a.pcx', pcx(3, 2, pixels), map)), pixels.map(colourOf));
  });

  test('as .pcx of another program, indexed and with three planes', () => {
    assert.deepEqual(colours(trueColour('a.pcx', indexedPcx, undefined)), pictured);
    assert.deepEqual(colours(trueColour('a.pcx', truePcx, undefined)), pictured);
  });

  test('without its palette is refused by the name of the palette', () => {
    for (const [name, bytes, wanted] of [
      ['a.lmp', lmp(3, 2, pixels), 'gfx/palette.lmp'],
      ['a.wal', wal(3, 2, pixels), 'pics/colormap.pcx'],
      ['a.pcx', pcx(3, 2, pixels), 'pics/colormap.pcx'],
    ] as const)
      assert.throws(
        () => trueColour(name, bytes, undefined),
        ({ code, message }: Error & { code: string }) => code === 'IMAGE_PALETTE' && message.includes(wanted),
      );
    assert.equal(
      codeOf(() => trueColour('a.lmp', lmp(3, 2, pixels), palette.subarray(1))),
      'IMAGE_PALETTE',
    );
  });

  test('knows the palette it needs, by path and by name', () => {
    assert.equal(paletteNameOf('progs/ogre_00_00.LMP'), 'gfx/palette.lmp');
    assert.equal(paletteNameOf('a.png'), undefined);
    assert.ok(isPalette('id1/pak0.pak/GFX/palette.lmp', 'gfx/palette.lmp'));
    assert.ok(isPalette('palette.lmp', 'gfx/palette.lmp'));
    assert.ok(!isPalette('gfx/mypalette.lmp', 'gfx/palette.lmp'));
  });
});

describe('a hostile one is refused:', () => {
  const change = (bytes: Uint8Array, at: number, ...values: number[]): Uint8Array => {
    const out = bytes.slice();
    out.set(values, at);
    return out;
  };
  const six = [0, 1, 2, 3, 4, 5],
    whole = pcx(3, 2, six, palette);
  const faults: [string, string, Uint8Array, string][] = [
    ['a.lmp', 'shorter than its header', new Uint8Array(7), 'IMAGE_HEADER'],
    ['a.lmp', 'without pixels', lmp(0, 2, []), 'IMAGE_HEADER'],
    ['a.lmp', 'of 4 billion pixels a side', change(lmp(3, 2, six), 0, 255, 255, 255, 255), 'IMAGE_HEADER'],
    ['a.lmp', 'cut off', lmp(3, 2, six).subarray(0, -1), 'TRUNCATED'],
    ['a.wal', 'with pixels in its header', change(wal(3, 2, six), 40, 4), 'IMAGE_HEADER'],
    ['a.wal', 'with pixels beyond its end', change(wal(3, 2, six), 40, 0, 0, 0, 255), 'TRUNCATED'],
    ['a.pcx', 'shorter than its header', whole.subarray(0, 127), 'IMAGE_HEADER'],
    ['a.pcx', 'of one bit', change(whole, 3, 1), 'IMAGE_HEADER'],
    ['a.pcx', 'of four planes', change(whole, 65, 4), 'IMAGE_HEADER'],
    ['a.pcx', 'that ends before it begins', change(whole, 4, 9), 'IMAGE_HEADER'],
    ['a.pcx', 'with lines too short', change(whole, 66, 2), 'IMAGE_HEADER'],
    ['a.pcx', 'with a run at its end', change(pcx(3, 2, six), 133, 0xc1), 'TRUNCATED'],
    ['a.pcx', 'of many pixels in few bytes', change(whole, 8, 255, 255, 255, 255, 255, 15), 'IMAGE_HEADER'],
  ];
  for (const [name, what, bytes, code] of faults)
    test(`${name} ${what}`, () =>
      assert.equal(
        codeOf(() => trueColour(name, bytes, palette)),
        code,
      ));

  test('any byte changed, and any length, ends in a picture or a refusal', () => {
    for (const [name, bytes] of [
      ['a.pcx', whole],
      ['a.lmp', lmp(3, 2, six)],
      ['a.wal', wal(3, 2, six)],
    ] as const)
      for (let at = 0; at < Math.min(bytes.length, 150); ++at) {
        for (const value of [0, 1, 0x7f, 0xc0, 0xff])
          assert.match(
            codeOf(() => trueColour(name, change(bytes, at, value), palette)),
            /^(none|IMAGE_|LIMIT_|TRUNC)/,
          );
        assert.match(
          codeOf(() => trueColour(name, bytes.subarray(0, at), palette)),
          /^(none|IMAGE_|TRUNC)/,
        );
      }
  });
});

describe('a model whose skin is a .lmp', () => {
  const [, shader = ''] = /shader "([^"]*)"/.exec((square as () => string)()) ?? [];
  const run = vitrine as (args: string[]) => { status: number; stderr: string };
  test('is drawn in the palette of the game’s folder, and without it says which is missing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-lmp-'));
    try {
      mkdirSync(join(folder, 'progs'));
      const model = join(folder, 'progs/square.md5mesh'),
        picture = join(folder, 'out.png');
      writeFileSync(model, (square as () => string)());
      writeFileSync(join(folder, `progs/${shader}_00_00.lmp`), lmp(2, 2, [255, 255, 255, 255]));
      const draw = (): { stderr: string; centre: number[] } => {
        const { status, stderr } = run(['render', model, '-o', picture, '--size', '64x64', '--view', 'top']);
        assert.equal(status, 0, stderr);
        const { rgba, width } = decodePng(readFileSync(picture));
        return { stderr, centre: [...rgba.subarray((32 * width + 32) * 4, (32 * width + 32) * 4 + 3)] };
      };
      const plain = draw();
      assert.match(plain.stderr, /IMAGE_PALETTE.*gfx\/palette\.lmp/);
      mkdirSync(join(folder, 'gfx'));
      writeFileSync(join(folder, 'gfx/palette.lmp'), palette);
      const drawn = draw();
      assert.doesNotMatch(drawn.stderr, /IMAGE_PALETTE/);
      // Colour 255 is red and blue without green.
      const [red = 0, green = 0, blue = 0] = drawn.centre;
      assert.ok(red > 150 && blue > 150 && green < 60, drawn.centre.join());
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
