// KRI and pivot scenes on the page: what plays, what is drawn, and what a person can turn.

import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { after, before, test } from 'node:test';

import { differing, openFiles, overlayOn, picture, scrub, settled, shown, startBrowser } from './harness.mjs';
import { bendingStrip, Kri, pivotsAlone } from './scenes.mjs';

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.stop());

/** Nothing plays by itself, on a dark backdrop. */
const calm = { reducedMotion: 'reduce', colorScheme: 'dark' };

async function quiet(page) {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'policy violations');
  assert.deepEqual(page.errors, [], 'errors on the page');
}

async function open(t, bytes, { name = 'test.scene', files = [], ...options } = {}) {
  const page = await browser.page(t, { ...calm, ...options });
  await openFiles(page, [{ name, text: bytes }, ...files]);
  await shown(page);
  await page.locator('#stage').focus();
  return page;
}

/** From the front, orthographic, without the grid. */
async function flatView(page) {
  await page.locator('#stage').focus();
  for (const key of ['g', '1', '5']) await page.keyboard.press(key);
}

const near = (found, expected, levels, what) =>
  assert.ok(
    found.every((value, i) => Math.abs(value - expected[i]) <= levels),
    `${what}: ${found} instead of ${expected}`,
  );

// What the display shows of light: the filmic curve and sRGB, and back.
const filmic = (x) => Math.min(1, (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
const encoded = (x) => 255 * (x <= 0.0031308 ? x * 12.92 : 1.055 * x ** (1 / 2.4) - 0.055);
const shownLight = (x) => encoded(filmic(x));
function lightOf(level) {
  let low = 0,
    high = 30;
  for (let i = 0; i < 60; ++i) {
    const middle = (low + high) / 2;
    if (shownLight(middle) < level) low = middle;
    else high = middle;
  }
  return low;
}

/** First and last edge of what is brighter than the stage in a row, in pixels from the middle; the focus has a rim. */
function brightSpan(image, row, least = 140) {
  const columns = [];
  for (let x = 4; x < image.width - 4; ++x) {
    const [r, g, b] = image.at((x + 0.5) / image.width, row);
    if (Math.max(r, g, b) >= least) columns.push(x + 0.5 - image.width / 2);
  }
  return [columns[0] - 0.5, columns.at(-1) + 0.5];
}

test('an action colours a material and fades it', async (t) => {
  const file = new Kri()
    .material('Paint', [255, 255, 255])
    .action('Change', 2, [
      [
        'm.diffuse_color',
        0,
        [
          [0, 0.2, 0.4, 0.8],
          [1, 0.6, 0.4, 0.2],
          [2, 0.6, 0.4, 0.2],
        ],
      ],
      [
        'm.alpha',
        0,
        [
          [0, 1],
          [1, 1],
          [2, 0],
        ],
      ],
    ])
    .node('Quad')
    .square('Paint', [-1, -1, 1, 1]);
  const page = await open(t, file.done());
  await flatView(page);
  for (const [part, color] of [
    [0, [0.2, 0.4, 0.8]],
    [0.25, [0.4, 0.4, 0.5]],
    [0.5, [0.6, 0.4, 0.2]],
  ]) {
    await scrub(page, part);
    near((await picture(page)).at(0.5, 0.5), color.map(shownLight), 2, `colour at ${2 * part} s`);
  }
  await scrub(page, 1);
  const behind = (await picture(page)).at(0.5, 0.5);
  await scrub(page, 0.75);
  const half = [0.6, 0.4, 0.2].map((c, i) => 0.5 * shownLight(c) + 0.5 * behind[i]);
  near((await picture(page)).at(0.5, 0.5), half, 3, 'half faded');
  await quiet(page);
});

test('shape keys move the mesh while they play', async (t) => {
  const moved = [
    [-1, 0, -1],
    [3, 0, -1],
    [3, 0, 1],
    [-1, 0, 1],
  ];
  const basis = moved.map(([x, y, z]) => [Math.min(x, 1), y, z]);
  const file = new Kri()
    .material('White', [255, 255, 255])
    .node('Quad')
    .square('White', [-1, -1, 1, 1], {
      shapes: [
        ['Basis', 0, basis],
        ['Wide', 0, moved],
      ],
    })
    .action('Stretch', 1, [
      [
        'v.value',
        2,
        [
          [0, 0],
          [1, 1],
        ],
      ],
    ]);
  const page = await open(t, file.done());
  await flatView(page);
  // The view frames the whole action, x from -1 to 3, around x = 1.
  await scrub(page, 1);
  const [left, right] = brightSpan(await picture(page), 0.5);
  const unit = right / 2;
  assert.ok(Math.abs(left + right) <= 1 && unit > 20, `${left} to ${right}`);
  for (const [part, edge] of [
    [0, 1],
    [0.5, 2],
    [0.75, 2.5],
  ]) {
    await scrub(page, part);
    const [from, to] = brightSpan(await picture(page), 0.5);
    assert.ok(Math.abs(from - left) <= 1, `the left edge stays: ${from}`);
    assert.ok(Math.abs(to - (edge - 1) * unit) <= 1.5, `right edge ${to}, expected ${(edge - 1) * unit}`);
  }
  await quiet(page);
});

test('a lamp brightens by its law, and its light can be left out', async (t) => {
  // A sun along +y lights the square straight on; blue is left out of its colour.
  const towardsBack = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  const file = new Kri()
    .material('Grey', [128, 128, 128], { shadeless: false })
    .node('Quad')
    .square('Grey', [-1, -1, 1, 1])
    .node('Sun', { at: [0, -3, 0], rotation: towardsBack })
    .lamp('SUN', [255, 127, 0], 0)
    .action('Rise', 1, [
      [
        'l.energy',
        0,
        [
          [0, 0],
          [1, 1],
        ],
      ],
    ]);
  const page = await open(t, file.done());
  await flatView(page);
  await scrub(page, 0);
  const dark = (await picture(page)).at(0.5, 0.5);
  await scrub(page, 0.5);
  // Light, view and normal are one line: albedo, and a highlight of 0.035 * (28 + 8) / 25.13.
  const albedo = 128 / 255,
    highlight = (0.035 * 36) / 25.13;
  const expected = [1, 127 / 255, 0].map((color, i) =>
    shownLight(lightOf(dark[i]) + 0.5 * color * (albedo + highlight)),
  );
  near((await picture(page)).at(0.5, 0.5), expected, 3, 'half the energy');
  await page.keyboard.press('i');
  const studio = (await picture(page)).at(0.5, 0.5);
  await scrub(page, 0);
  near((await picture(page)).at(0.5, 0.5), studio, 0, 'the studio does not know the lamp');
  await quiet(page);
});

test('the view through a camera follows its place and its horizontal angle', async (t) => {
  const towardsBack = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  const file = new Kri()
    .material('White', [255, 255, 255])
    .node('Quad')
    .square('White', [-1, -1, 1, 1])
    .node('Eye', { at: [0, -10, 0], rotation: towardsBack })
    .camera(0.1, 100, Math.PI / 2)
    .action('Glide', 2, [
      [
        'n.location',
        0,
        [
          [0, 0, -10, 0],
          [1, 0, -10, 0],
          [2, 1, -5, 0],
        ],
      ],
      [
        'c.angle',
        0,
        [
          [0, Math.PI / 2],
          [1, 1],
          [2, 1],
        ],
      ],
    ]);
  const page = await open(t, file.done());
  await page.locator('#stage').focus();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  for (const [part, distance, angle, shift] of [
    [0, 10, Math.PI / 2, 0],
    [0.5, 10, 1, 0],
    [1, 5, 1, 1],
  ]) {
    await scrub(page, part);
    const image = await picture(page),
      [left, right] = brightSpan(image, 0.5);
    const pixels = (x) => (((x - shift) / (distance * Math.tan(angle / 2))) * image.width) / 2;
    assert.ok(Math.abs(left - pixels(-1)) <= 1 && Math.abs(right - pixels(1)) <= 1, `${left}..${right} at ${part}`);
  }
  await quiet(page);
});

test('colour layers show as they stand in the file', async (t) => {
  const file = new Kri()
    .material('White', [255, 255, 255])
    .node('Quad')
    .square('White', [-1, -1, 1, 1], {
      colors: [
        ['warm', [210, 100, 30]],
        ['cold', [20, 90, 160]],
      ],
    });
  const page = await open(t, file.done(), { width: 900 });
  const shading = page.getByRole('combobox', { name: 'Shading' });
  assert.deepEqual(await shading.locator('option').allTextContents(), [
    'Materials',
    'Colours: warm',
    'Colours: cold',
    'Normals',
  ]);
  for (const [label, color] of [
    ['Colours: warm', [210, 100, 30]],
    ['Colours: cold', [20, 90, 160]],
  ]) {
    await shading.selectOption({ label });
    near((await picture(page)).at(0.5, 0.5), color, 0, label);
  }
  await quiet(page);
});

test('checks run over a layer of texture coordinates, eight to the unit', async (t) => {
  const upright = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  const file = new Kri()
    .material('White', [255, 255, 255])
    .node('Quad')
    .square('White', [-1, -1, 1, 1], { frame: upright, hand: 1 });
  const page = await open(t, file.done(), { width: 900 });
  await flatView(page);
  await page.getByRole('combobox', { name: 'Shading' }).selectOption({ label: 'UV checker: UV' });
  const image = await picture(page),
    row = 0.5 - 1.5 / image.height;
  // Light and dark change seven times between the lines at both ends.
  const levels = [];
  for (let x = 0; x < image.width; ++x) levels.push(image.at((x + 0.5) / image.width, row)[1]);
  const [from, to] = brightSpan(image, 0.4, 100),
    middle = image.width / 2;
  const cells = Array.from({ length: 8 }, (_, i) => levels[Math.round(middle + from + ((to - from) * (i + 0.5)) / 8)]);
  const lights = cells.map((level, i) => level > cells[i === 0 ? 1 : i - 1]);
  assert.deepEqual(
    lights.map((light) => light === lights[0]),
    [true, false, true, false, true, false, true, false],
    cells.join(),
  );
  await quiet(page);
});

test('normals are the rotations of stored quaternions, and v_nor where those are none', async (t) => {
  // (0.6, 0, 0, 0.8) takes z to (0, -0.96, 0.28); the page has y up and the front towards +z: (0, 0.28, 0.96).
  const frames = [
    [{ frame: [0.6, 0, 0, 0.8], hand: 1 }, [0, 0.28, 0.96]],
    [{ frame: [0.6, 0, 0, 0.8], hand: -1 }, [0, 0.28, 0.96]],
    // No tangent, said by the handedness; no rotation at all.
    [{ frame: [0, 0, 1, 0], hand: 0, normal: [0, -0.8, -0.6] }, [0, -0.6, 0.8]],
    [{ frame: [0, 0, 3, 4], hand: 1, normal: [0.6, -0.8, 0] }, [0.6, 0, 0.8]],
  ];
  const file = new Kri().material('White', [255, 255, 255]);
  frames.forEach(([options], i) => file.node(`Quad ${i}`).square('White', [2 * i - 4, -1, 2 * i - 2, 1], options));
  const page = await open(t, file.done(), { width: 900 });
  await flatView(page);
  await page.getByRole('combobox', { name: 'Shading' }).selectOption({ label: 'Normals' });
  const image = await picture(page);
  const [left, right] = brightSpan(image, 0.5, 100);
  frames.forEach(([, normal], i) => {
    const x = (image.width / 2 + left + ((right - left) * (i + 0.5)) / 4) / image.width;
    near(
      image.at(x, 0.5),
      normal.map((c) => 127.5 + 127.5 * c),
      1.5,
      `square ${i}`,
    );
  });
  await quiet(page);
});

/** One texel, by hand: sums of the chunks included. */
function onePixel(color) {
  const table = Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n >>> 0;
  });
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const sum = ~body.reduce((c, byte) => table[(c ^ byte) & 255] ^ (c >>> 8), -1) >>> 0;
    const size = Buffer.alloc(4),
      end = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    end.writeUInt32BE(sum);
    return Buffer.concat([size, body, end]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
    chunk('IDAT', deflateSync(Buffer.from([0, ...color]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('the handedness of a frame mirrors the relief', async (t) => {
  // The relief leans along +v by 45 degrees; on the right, where u is mirrored, along the other side of the frame.
  const upright = [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    down = [0, 0, 0, 1];
  const file = new Kri()
    .material('Grey', [128, 128, 128], { shadeless: false })
    .texture('normal', '/relief.png')
    .node('Plain')
    .square('Grey', [-2, -1, 0, 1], { frame: upright, hand: 1 })
    .node('Mirrored')
    .square('Grey', [0, -1, 2, 1], { frame: upright, hand: -1 })
    .node('Sun', { at: [0, 0, 5], rotation: down })
    .lamp('SUN', [255, 255, 255], 1);
  const page = await open(t, file.done(), { files: [{ name: 'relief.png', text: onePixel([128, 218, 218]) }] });
  await flatView(page);
  const image = await picture(page),
    [left, right] = brightSpan(image, 0.5, 70);
  const at = (part) => image.at((image.width / 2 + left + (right - left) * part) / image.width, 0.5);
  // Leaning up the sun from above hits at 45 degrees, leaning down not at all.
  const gain = lightOf(at(0.25)[0]) - lightOf(at(0.75)[0]);
  assert.ok(gain > 0.25 && gain < 0.75, `${at(0.25)} beside ${at(0.75)}`);
  await page.keyboard.press('t');
  const flat = await picture(page);
  near(flat.at(0.4, 0.5), flat.at(0.6, 0.5), 2, 'without textures both are alike');
  await quiet(page);
});

test('particles are where their time says, whichever way it was reached', async (t) => {
  const file = new Kri()
    .material('Spark', [255, 255, 255])
    .node('Frame')
    .square('Spark', [-4, -4, 4, -3.8])
    .node('Pot', { at: [0, 0, -2] })
    .particles('Sparks', 'Spark', { count: 1, start: 0, end: 0, lifetime: 4, velocity: [1, 0, 0], size: 0.4 });
  const page = await open(t, file.done());
  await flatView(page);
  assert.equal(
    await page.getByRole('combobox', { name: 'Action' }).locator('option:checked').textContent(),
    'Everything',
  );
  const places = async (part) => {
    await scrub(page, part);
    const image = await picture(page);
    // The bar at the bottom gives the scale: 8 units. The particle flies at z = -2.
    let bar, spark;
    for (let y = 4; y < image.height - 4; ++y) {
      const [from, to] = brightSpan(image, (y + 0.5) / image.height, 120);
      if (Number.isNaN(from)) continue;
      if (to - from > image.width * 0.25) bar ??= to / 4;
      else if (!spark || to - from > spark[1] - spark[0]) spark = [from, to];
    }
    return spark && bar ? (spark[0] + spark[1]) / 2 / bar : undefined;
  };
  for (const [part, x] of [
    [0.25, 1],
    [0.375, 1.5],
    [0.125, 0.5],
  ]) {
    const found = await places(part);
    assert.ok(Math.abs(found - x) < 0.06, `at ${4 * part} s x = ${found}, expected ${x}`);
  }
  await quiet(page);
});

test('a click takes hold of a lamp, and a selected one is drawn', async (t) => {
  const file = new Kri()
    .material('White', [255, 255, 255])
    .node('Quad')
    .square('White', [-1, -1, 1, 1])
    .node('Lamp', { at: [-0.5, -0.5, 0.4] })
    .lamp('POINT', [255, 255, 255], 1);
  const page = await open(t, file.done(), { width: 900, height: 600 });
  await flatView(page);
  const image = await picture(page),
    [left, right] = brightSpan(image, 0.5);
  const unit = (right - left) / 2;
  await page.keyboard.press('l');
  const middle = await page.evaluate(() => {
    const { top, height } = document.querySelector('#stage').getBoundingClientRect();
    return top + height / 2;
  });
  // The free view is a little off the middle: the square's own rows say by how much.
  const rows = Array.from({ length: image.height }, (_, y) => y).filter(
    (y) => Math.max(...image.at(0.49, (y + 0.5) / image.height)) >= 200,
  );
  const shift = (rows[0] + rows.at(-1) + 1) / 2 - image.height / 2;
  await page.mouse.click(450 - 0.5 * unit, middle + shift - 0.4 * unit);
  await page.locator('[role=treeitem][aria-selected=true]', { hasText: 'Lamp' }).waitFor();
  await quiet(page);
});

test('pivots are shown where there is nothing else, until S', async (t) => {
  const page = await open(t, pivotsAlone(), { name: 'alone.pivot', width: 900 });
  await page.locator('#stage').evaluate((stage) => stage.blur());
  const amber = ({ pixels }) => {
    let count = 0;
    for (let i = 0; i < pixels.length; i += 4) {
      const [r, g, b] = pixels.subarray(i, i + 3);
      if (r > 100 && r > 2 * b && g > 0.5 * r) ++count;
    }
    return count;
  };
  assert.ok(await overlayOn(page, 'skeleton'));
  assert.ok(amber(await picture(page)) > 1000);
  await page.keyboard.press('s');
  assert.equal(amber(await picture(page)), 0);
  await quiet(page);
});

test('a bone turns by degrees that are typed and by its ring, and goes back', async (t) => {
  const page = await open(t, bendingStrip(), { name: 'strip.pivot', width: 1000, height: 700 });
  await flatView(page);
  const before = await picture(page);
  await page.locator('[role=treeitem]', { hasText: 'Bone1' }).last().click();
  await page.keyboard.press('r');
  const fields = page.getByRole('spinbutton');
  assert.ok(await fields.nth(0).evaluate((field) => field === document.activeElement));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('90');
  await settled(page);
  // Worked by hand: the upper corners (1, 4) and (0, 4) go to (-2, 3) and (-2, 2).
  const pose = await page.evaluate(() => document.querySelector('.transforms').textContent);
  assert.match(pose, /Model space.*translation/);
  await page.keyboard.press('Escape');
  const turned = await picture(page);
  const clay = (image) => {
    const columns = [];
    for (let x = 4; x < image.width - 4; ++x)
      for (let y = 6; y < image.height - 6; y += 3)
        if (image.at((x + 0.5) / image.width, (y + 0.5) / image.height)[0] > 110) {
          columns.push(x + 0.5 - image.width / 2);
          break;
        }
    return [columns[0] - 0.5, columns.at(-1) + 0.5];
  };
  // At rest the strip is one unit wide around x = 0.5, the middle of the view.
  const [restLeft, restRight] = clay(before),
    unit = restRight - restLeft;
  assert.ok(Math.abs(restLeft + restRight) <= 2 && unit > 40, `${restLeft}..${restRight}`);
  const [left, right] = clay(turned);
  assert.ok(Math.abs(left - -2.5 * unit) <= 3, `left edge ${left / unit} units, expected -2.5`);
  assert.ok(Math.abs(right - 0.5 * unit) <= 3, `right edge ${right / unit} units, expected 0.5`);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  assert.equal(await fields.nth(2).inputValue(), '0');
  await page.locator('#stage').focus();
  await page.keyboard.press('Escape');
  assert.equal(differing(before, await picture(page), 2), 0, 'as it was');

  // The ring about z faces the view: a quarter of the way round it is a quarter turn.
  await page.locator('[role=treeitem]', { hasText: 'Bone1' }).last().click();
  await page.locator('#stage').focus();
  await page.keyboard.press('r');
  await settled(page);
  const clayRows = [];
  for (let y = 4; y < before.height - 4; ++y) if (before.at(0.5, (y + 0.5) / before.height)[0] > 110) clayRows.push(y);
  // Bone1 stands at (0, 2): half a unit left of the middle, half way up the strip.
  const [x, y] = [500 - 0.5 * unit, (clayRows[0] + clayRows.at(-1) + 1) / 2];
  const stageTop = await page.evaluate(() => document.querySelector('#stage').getBoundingClientRect().top);
  // From 45 degrees on: the other two rings are seen from their edges, as lines along x and y.
  const goTo = (angle) => page.mouse.move(x + 74 * Math.cos(angle), stageTop + y - 74 * Math.sin(angle));
  await goTo(Math.PI / 4);
  await page.mouse.down();
  for (let i = 1; i <= 9; ++i) await goTo(Math.PI / 4 + (Math.PI / 18) * i);
  await page.mouse.up();
  const degrees = Number(await fields.nth(2).inputValue());
  assert.ok(Math.abs(degrees - 90) < 3, `${degrees} degrees`);
  await quiet(page);
});

test('objects that serve as bones are hidden until they are asked for', async (t) => {
  const page = await open(t, bendingStrip(), { name: 'strip.pivot', width: 900 });
  await flatView(page);
  const without = await picture(page);
  assert.equal(await overlayOn(page, 'hidden'), false);
  await page.locator('#stage').focus();
  await page.keyboard.press('o');
  assert.equal(await overlayOn(page, 'hidden'), true);
  assert.ok(differing(without, await picture(page), 20) > 50);
  await page.keyboard.press('o');
  assert.equal(differing(without, await picture(page), 2), 0);
  await quiet(page);
});

test('everything plays at once, and a resting page draws nothing', async (t) => {
  const page = await browser.page(t, { colorScheme: 'dark', width: 900 });
  const file = new Kri()
    .material('Paint', [255, 255, 255])
    .action('Change', 1, [
      [
        'm.diffuse_color',
        0,
        [
          [0, 1, 0, 0],
          [1, 0, 0, 1],
        ],
      ],
    ])
    .node('Quad')
    .action('Slide', 2, [
      [
        'n.location',
        0,
        [
          [0, 0, 0, 0],
          [2, 1, 0, 0],
        ],
      ],
    ])
    .square('Paint', [-1, -1, 1, 1]);
  await openFiles(page, [{ name: 'both.scene', text: file.done() }]);
  await shown(page);
  const action = page.getByRole('combobox', { name: 'Action' });
  assert.deepEqual(await action.locator('option').allTextContents(), ['Bind pose', 'Everything', 'Change', 'Slide']);
  await page.waitForFunction(() => !document.querySelector('.clock').textContent.startsWith('0.000'));
  await page.getByRole('button', { name: 'Pause' }).click();
  assert.equal(await page.getByRole('slider', { name: 'Time' }).getAttribute('max'), '2');
  await settled(page);
  const frames = await page.evaluate(() => document.getElementById('stage').dataset.frames);
  await page.waitForTimeout(600);
  assert.equal(await page.evaluate(() => document.getElementById('stage').dataset.frames), frames);
  await quiet(page);
});
