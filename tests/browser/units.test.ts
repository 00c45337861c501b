// The page's pure parts: clock, address, edges, cameras, matrices, what a drop holds.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Axes, FormatInfo, Vec3 } from '../../web/src/core/report';
import { edgesOf } from '../../web/src/engine/overlays';
import { invert, multiply, perspective, transformPoint, worldFromFile } from '../../web/src/core/math';
import { nearestTriangle } from '../../web/src/engine/picking';
import { Playback } from '../../web/src/engine/playback';
import { project, rayThrough } from '../../web/src/engine/view';
import { viewOf } from '../../web/src/protocol/projection';
import { isolated } from '../../web/src/ui/inert';
import { countOf, t, wantedLanguage } from '../../web/src/ui/language';
import { formatHash, parseHash } from '../../web/src/ui/linkState';
import { FileKinds } from '../../web/src/core/fileKinds';
import { Library } from '../../web/src/ui/library';
import { placesOf } from '../../web/src/ui/embed';
import { bytesText, timeText } from '../../web/src/ui/words';
import { OrbitCamera } from '../../web/src/viewer/camera';

const near = (actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 1e-5): void => {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < expected.length; ++i)
    assert.ok(Math.abs(actual[i]! - expected[i]!) <= tolerance, `[${i}] ${actual[i]} instead of ${expected[i]}`);
};

test('a loop wraps, a single run ends and stays at its end', () => {
  const clock = new Playback();
  clock.select(0, 2);
  clock.play();
  assert.equal(clock.advance(1.5), false);
  assert.equal(clock.advance(1), false);
  near([clock.cycleTime], [0.5]);
  clock.loop = false;
  assert.equal(clock.advance(5), true);
  assert.deepEqual([clock.playing, clock.cycleTime], [false, 2]);
  clock.play();
  assert.deepEqual([clock.playing, clock.cycleTime], [true, 0]);
});

test('accumulated cycles add up while the shown time wraps', () => {
  const clock = new Playback();
  clock.rootMotion = 'accumulate';
  clock.select(0, 1);
  clock.play();
  for (let i = 0; i < 5; ++i) clock.advance(0.5);
  near([clock.time, clock.cycleTime], [2.5, 0.5]);
});

test('who rests at the end of a loop sees the last frame, not the first', () => {
  const clock = new Playback();
  clock.select(0, 3);
  clock.seek(3);
  assert.equal(clock.cycleTime, 3);
  assert.ok(clock.time < 3 && clock.time > 2.999999);
});

test('a bind pose cannot play, and times outside are clamped', () => {
  const clock = new Playback();
  clock.select(-1, 0);
  clock.play();
  assert.equal(clock.playing, false);
  clock.select(0, 1);
  for (const [given, expected] of [
    [-1, 0],
    [7, 1],
    [NaN, 0],
  ] as const) {
    clock.seek(given);
    assert.equal(clock.cycleTime, expected);
  }
});

test('speed runs backwards through the loop', () => {
  const clock = new Playback();
  clock.select(0, 2);
  clock.speed = -0.5;
  clock.play();
  clock.advance(1);
  near([clock.cycleTime], [1.5]);
});

test('an hour of frames of any length does not drift', () => {
  // Seconds are counted as whole 1/16384, so that the expected times have no rounding.
  const kUnit = 2 ** -14;
  for (const units of [1, 333, 15837, 16384, 123456])
    for (const direction of [1, -1]) {
      const clock = new Playback();
      clock.speed = direction;
      clock.select(0, units * kUnit);
      clock.play();
      let seed = units,
        passed = 0,
        frames = 0;
      const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
      while (passed < 3600 / kUnit) {
        // A screen of 144 Hz that drops frames, now and then for a second.
        const step = random() < 0.001 ? 16384 : 114 * (1 + Math.floor(3 * random()));
        clock.advance(step * kUnit);
        passed += step;
        ++frames;
      }
      const expected = (((direction * passed) % units) + units) % units;
      assert.ok(frames > 200_000);
      assert.equal(clock.cycleTime / kUnit, expected);
    }
  // Lengths and steps that are rounded add up to less than a tenth of a frame of 60 Hz in the hour.
  const clock = new Playback();
  clock.select(0, 29 / 30);
  clock.play();
  for (let frame = 0; frame < 216_000; ++frame) clock.advance(1 / 60);
  const off = (clock.cycleTime - (3600 % (29 / 30))) % (29 / 30);
  assert.ok(Math.min(Math.abs(off), 29 / 30 - Math.abs(off)) < 1 / 600, `${off} s`);
});

test('an address survives being written and read', () => {
  const state = {
    src: ['models/hero.md5mesh', 'models/walk.md5anim'],
    action: 'walk, slow & low',
    time: 0.25,
    camera: { yaw: Math.PI / 6, pitch: -0.1, distance: 12.5, target: [1, 2, -3] as Vec3 },
    overlays: ['skeleton' as const, 'grid' as const],
    panel: 'problems',
  };
  const { camera, ...rest } = parseHash(`#${formatHash(state)}`);
  const { camera: wanted, ...others } = state;
  assert.deepEqual(rest, others);
  near(
    [camera!.yaw, camera!.pitch, camera!.distance, ...camera!.target],
    [wanted.yaw, wanted.pitch, wanted.distance, ...wanted.target],
  );
});

test('nonsense in an address is left out', () => {
  assert.deepEqual(parseHash('#time=soon&camera=1,2,x,4,5,6&overlays=skeleton,teapot'), {
    src: [],
    overlays: ['skeleton'],
  });
});

test('ranges of an address name so many nodes together, however often', () => {
  assert.deepEqual(parseHash('#hidden=3-5,4,9').hidden, [3, 4, 5, 9]);
  assert.deepEqual(parseHash('#hidden=7,0-99999,8').hidden, [7, 8]);
  assert.equal(parseHash(`#hidden=${Array(200_000).fill('0-99998').join()}`).hidden?.length, 99_999);
});

test('sentences that begin with a number have a form for one', () => {
  const of = (count: number) => [
    t('Moves {count} vertices.', { count }),
    t('{count} jobs; switches this phase off or on', { count }),
    t('{shown} of {count} models', { shown: 1, count }),
    countOf(count, 'paint job'),
  ];
  assert.deepEqual(of(1), ['Moves 1 vertex.', '1 job; switches this phase off or on', '1 of 1 model', '1 paint job']);
  assert.deepEqual(of(2), [
    'Moves 2 vertices.',
    '2 jobs; switches this phase off or on',
    '1 of 2 models',
    '2 paint jobs',
  ]);
});

test('a name that is written from the right is isolated once, also in a sentence within a sentence', () => {
  const closed = t('{name} is closed.', { name: isolated('שלום') });
  assert.equal(closed, '\u2068שלום\u2069 is closed.');
  assert.equal(isolated(isolated('שלום')), '\u2068שלום\u2069');
  // Its own marks cannot end it.
  assert.equal(isolated('ש\u2069ל'), '\u2068ש⟨U+2069⟩ל\u2069');
});

test('the language of an address is one of the page’s', () => {
  for (const name of ['constructor', '__proto__', 'toString'])
    assert.equal(wantedLanguage({ search: '', hash: `#lang=${name}` }, '', ['de']), 'de');
});

test('every edge of a quad comes once', () => {
  assert.deepEqual([...edgesOf(new Uint32Array([0, 1, 2, 2, 1, 3]))], [0, 1, 0, 2, 1, 2, 1, 3, 2, 3]);
});

const axes = (up: 'y' | 'z', handedness: 'left' | 'right', forward: Vec3): Axes => ({
  up,
  handedness,
  forward,
  unit: 1,
  frontFace: 'ccw',
  uvOrigin: 'top',
});

test('id Tech 4 axes: forward faces the viewer, left is to the right of the picture, up is up', () => {
  const m = worldFromFile(axes('z', 'right', [1, 0, 0]));
  near(transformPoint(m, [1, 0, 0]), [0, 0, 1]);
  near(transformPoint(m, [0, 1, 0]), [1, 0, 0]);
  near(transformPoint(m, [0, 0, 1]), [0, 1, 0]);
});

test('a left-handed file is mirrored once', () => {
  // y up, forward -z: seen from the front, +x of a left-handed file is on the right of the picture.
  near(transformPoint(worldFromFile(axes('y', 'left', [0, 0, -1])), [1, 2, 3]), [1, 2, -3]);
});

test('an inverse undoes its matrix', () => {
  const m = multiply(perspective(0.7, 1.5, 0.1, 100), worldFromFile(axes('z', 'right', [1, 0, 0])));
  near(multiply(m, invert(m)!), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], 1e-4);
  assert.equal(invert(new Float32Array(16)), undefined);
});

test('a ray finds the nearest triangle and its nearest corner', () => {
  const positions = new Float32Array([-1, -1, 0, 1, -1, 0, 0, 1, 0, -1, -1, 2, 1, -1, 2, 0, 1, 2]),
    indices = new Uint32Array([0, 1, 2, 3, 4, 5]);
  assert.deepEqual(nearestTriangle(positions, indices, { origin: [0, 0.6, 9], direction: [0, 0, -1] }, Infinity), {
    triangle: 1,
    vertex: 5,
    distance: 7,
  });
  assert.equal(nearestTriangle(positions, indices, { origin: [3, 0, 9], direction: [0, 0, -1] }, Infinity), undefined);
  // Behind its origin there is nothing.
  assert.equal(nearestTriangle(positions, indices, { origin: [0, 0, 9], direction: [0, 0, 1] }, Infinity), undefined);
});

test('what is fitted lies inside the view, from every side', () => {
  const framing = {
    bounds: { min: [-3, 0, -1] as Vec3, max: [3, 5, 1] as Vec3 },
    center: [0, 2.5, 0] as Vec3,
    radius: 4,
  };
  for (const orthographic of [false, true]) {
    for (const yaw of [0, 0.6, 2, -1.2]) {
      const camera = new OrbitCamera();
      camera.resize(800, 600, { left: 200, right: 0, top: 50, bottom: 30 });
      camera.setOrthographic(orthographic);
      camera.lookFrom(yaw, 0.3);
      camera.fit(framing, false, true);
      const view = viewOf(camera.pose, framing, 800 / 600, [0, 0, 0]);
      let widest = 0;
      for (let i = 0; i < 8; ++i) {
        const corner: Vec3 = [i & 1 ? 3 : -3, i & 2 ? 5 : 0, i & 4 ? 1 : -1],
          [x, y] = project(view, corner)!;
        const left = ((x + 1) * 800) / 2,
          top = ((1 - y) * 600) / 2;
        assert.ok(left >= 200 && left <= 800 && top >= 50 && top <= 570, `yaw ${yaw}: corner at ${left}, ${top}`);
        widest = Math.max(widest, Math.abs(left - 500) / 300, Math.abs(top - 310) / 260);
      }
      assert.ok(widest > 0.8, `yaw ${yaw}: fills ${widest} of the free view`);
    }
  }
});

test('a ray through a projected point passes through the point', () => {
  const camera = new OrbitCamera(),
    framing = { bounds: { min: [-1, 0, -1] as Vec3, max: [1, 2, 1] as Vec3 }, center: [0, 1, 0] as Vec3, radius: 1.7 };
  const view = viewOf(camera.pose, framing, 1.6, [0, 0, 0]),
    point: Vec3 = [0.3, 1.4, -0.2];
  const { origin, direction } = rayThrough(view, ...project(view, point)!);
  const t = direction.reduce((sum, d, i) => sum + d * (point[i]! - origin[i]!), 0);
  near(
    origin.map((o, i) => o + t * direction[i]!),
    point,
    1e-3,
  );
});

test('zooming to the pointer leaves the point under it', () => {
  const camera = new OrbitCamera();
  camera.still = true;
  camera.resize(800, 600, { left: 0, right: 0, top: 0, bottom: 0 });
  const framing = {
    bounds: { min: [-1, 0, -1] as Vec3, max: [1, 2, 1] as Vec3 },
    center: [0, 1, 0] as Vec3,
    radius: 1.7,
  };
  // The point of the target's plane under a pixel 120 right of and 90 above the middle.
  const at = (): Vec3 => {
    const { origin, direction } = rayThrough(viewOf(camera.pose, framing, 800 / 600, [0, 0, 0]), 240 / 800, 180 / 600);
    const { target, distance, yaw, pitch } = camera.pose;
    const n: Vec3 = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
    const t =
      n.reduce((sum, c, i) => sum + c * (target[i]! - origin[i]!), 0) /
      n.reduce((sum, c, i) => sum + c * direction[i]!, 0);
    assert.ok(distance > 0);
    return origin.map((o, i) => o + t * direction[i]!) as Vec3;
  };
  const before = at();
  camera.zoom(0.5, 120, -90);
  near(at(), before, 2e-3);
});

const format = (role: string, ...extensions: string[]): FormatInfo => ({
  id: 'x',
  kind: 'x',
  title: 'x',
  extensions,
  role,
  text: true,
  experimental: false,
  stoodInBy: [],
  parts: [],
  levels: [],
});

test('a drop of several models gives each its own folder’s actions', () => {
  const names = ['a/one.mesh', 'a/walk.anim', 'b/two.mesh', 'b/run.anim', 'skin.PNG', 'notes.txt'];
  const files = names.map((name) => ({ name, data: new ArrayBuffer(1) }));
  const library = new Library(files, new FileKinds([format('model', 'mesh'), format('animation', 'anim')]));
  assert.deepEqual(
    library.models.map(({ name }) => name),
    ['a/one.mesh', 'b/two.mesh'],
  );
  assert.deepEqual(
    library.filesOf(library.models[1]!).map(({ name }) => name),
    ['b/two.mesh', 'b/run.anim', 'skin.PNG'],
  );
  assert.deepEqual(
    library.unknown.map(({ name }) => name),
    ['notes.txt'],
  );
});

test('lists of a folder go with the model there, and only where they are read', () => {
  const names = ['a/one.mesh', 'a/md5.cfg', 'b/two.mesh', 'b/md5.cfg', 'all.mtr'];
  const files = names.map((name) => ({ name, data: new ArrayBuffer(1) }));
  const formats = [format('model', 'mesh'), format('materials', 'mtr')];
  const of = (kinds: FormatInfo[]): string[] => {
    const library = new Library(files, new FileKinds(kinds));
    return library.filesOf(library.models[1]!).map(({ name }) => name);
  };
  assert.deepEqual(of(formats), ['b/two.mesh', 'all.mtr']);
  assert.deepEqual(of([...formats, format('materials', 'cfg')]), ['b/two.mesh', 'all.mtr', 'b/md5.cfg']);
});

test('a file with an ending of buffers is a model where no other one lies, and goes with models that name buffers', () => {
  const of = (id: string, role: string, ...extensions: string[]): FormatInfo => ({
    ...format(role, ...extensions),
    id,
  });
  const kinds = new FileKinds([
    of('a', 'model', 'mesh'),
    of('b', 'model', 'scene', 'bin'),
    of('c', 'model', 'doc'),
    of('c', 'buffer', 'bin'),
  ]);
  const library = (...names: string[]): [string[], string[]] => {
    const all = new Library(
      names.map((name) => ({ name, data: new ArrayBuffer(1) })),
      kinds,
    );
    return [
      all.models.map(({ name }) => name),
      all.models.flatMap((model) => all.filesOf(model).slice(1)).map(({ name }) => name),
    ];
  };
  assert.deepEqual(library('one.bin', 'two.BIN'), [['one.bin', 'two.BIN'], []]);
  assert.deepEqual(library('x/one.doc', 'x/bytes/one.bin'), [['x/one.doc'], ['x/bytes/one.bin']]);
  assert.deepEqual(library('x/one.mesh', 'x/one.bin'), [['x/one.mesh'], []]);
  assert.deepEqual(library('x/one.mesh', 'y/one.bin'), [['x/one.mesh', 'y/one.bin'], []]);
});

test('times and sizes read as people write them', () => {
  assert.equal(timeText(1.234, { frames: 52, frameRate: 29.2 }), '1.234 s · frame 37/52');
  assert.equal(timeText(0.5, undefined), '0.500 s');
  assert.equal(bytesText(1), '1 byte');
  assert.equal(bytesText(999_600), '1.0 MB');
  assert.equal(bytesText(27_400_000), '27 MB');
});

test('files of an archive for a site lie at its top, but for those of one name', () => {
  const places = placesOf(['hero/hero.md5mesh', 'hero\\red\\Skin.png', '../C:/hero/blue/skin.png', 'hero/eye.png']);
  assert.deepEqual([...places.values()], ['hero.md5mesh', 'hero/red/Skin.png', 'hero/blue/skin.png', 'eye.png']);
});
