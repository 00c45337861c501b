// Where things stand in files, both ways, against places that a small scan of the file finds by itself.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';

const shared = process.env.VITRINE_SHARED ?? '../shared';
const corpus = (name) => join(shared, 'corpus', name);

let vitrine;
before(async () => (vitrine = await createVitrine()));

const open = (...paths) =>
  vitrine.open(paths.map((path) => ({ name: basename(path), bytes: new Uint8Array(readFileSync(path)) })));
const files = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(ending) && statSync(path).isFile());
/** Some numbers of a list of so many, its ends among them. */
const some = (count) =>
  [...new Set([0, 1, Math.floor(count / 3), Math.floor(count / 2), count - 1])].filter((i) => i >= 0 && i < count);

function back(doc, file, offset, thing) {
  const answer = doc.at(file, offset).things.find(({ kind }) => kind === thing.kind);
  assert.ok(answer, `${file}: nothing at ${offset}`);
  for (const [key, value] of Object.entries(thing)) assert.equal(answer[key], value, `${file} at ${offset}: ${key}`);
}

/** `vert`, `tri` and `weight` lines, mesh by mesh, by their numbers. */
function linesOf(text) {
  const meshes = [];
  for (const match of text.matchAll(/^\s*mesh\s*\{|^[ \t]*(vert|tri|weight)[ \t]+(\d+)[^\n]*/gm)) {
    if (!match[1]) meshes.push({ vert: [], tri: [], weight: [] });
    else
      meshes.at(-1)[match[1]][Number(match[2])] = {
        offset: match.index + match[0].indexOf(match[1]),
        text: match[0].trim(),
      };
  }
  return meshes;
}

describe('md5', () => {
  test('vertices with their weights, triangles and joints', () => {
    const path = 'public/samples/heron/heron.md5mesh',
      name = basename(path),
      text = readFileSync(path, 'latin1');
    const doc = open(path);
    const meshes = linesOf(text);
    assert.equal(meshes.length, doc.report.info.meshes.length);
    meshes.forEach(({ vert, tri, weight }, mesh) => {
      for (const index of some(vert.length)) {
        const [own, ...weights] = doc.places({ kind: 'vertex', mesh, index });
        const [, first, count] = /(\d+) (\d+)$/.exec(vert[index].text).map(Number);
        assert.equal(own.offset, vert[index].offset);
        assert.equal(own.line, text.slice(0, own.offset).split('\n').length);
        assert.equal(text.substr(own.offset, own.size), vert[index].text);
        assert.deepEqual(
          weights.map(({ offset }) => offset),
          weight.slice(first, first + count).map(({ offset }) => offset),
        );
        back(doc, name, own.offset + 3, { kind: 'vertex', mesh, index });
        back(doc, name, weights[0].offset, { kind: 'weight', mesh, index: first, vertex: index });
      }
      for (const index of some(tri.length)) {
        assert.equal(doc.places({ kind: 'triangle', mesh, index })[0].offset, tri[index].offset);
        back(doc, name, tri[index].offset, { kind: 'triangle', mesh, index });
      }
    });
    const joint = /^\t?"(\w+)"\s+\d+ \(/m.exec(text),
      walk = (nodes) => nodes.flatMap((node) => [node, ...walk(node.children)]),
      node = walk(doc.hierarchy).find((one) => one.name === joint[1]);
    const [place] = doc.places({ kind: 'node', index: node.index });
    assert.equal(place.offset, joint.index + joint[0].indexOf('"'));
    back(doc, name, place.offset, { kind: 'node', index: node.index });
    doc.dispose();
  });

  test('keys of frames: the number in its frame, or the base value', () => {
    const doc = open('public/samples/heron/heron.md5mesh', 'public/samples/heron/walk.md5anim');
    const text = readFileSync('public/samples/heron/walk.md5anim', 'latin1');
    const action = doc.actions.findIndex(({ name }) => name === 'walk');
    const tracks = [
      ...text.slice(text.indexOf('hierarchy'), text.indexOf('bounds')).matchAll(/"([^"]+)"\s+-?\d+\s+(\d+)\s+(\d+)/g),
    ];
    let animated = 0,
      still = 0;
    for (const [track, [, , flags, first]] of tracks.entries()) {
      for (let bit = 0; bit < 6; ++bit) {
        // Translation xyz, then rotation xyz and w: seven channels a track.
        const [key] = doc.places({ kind: 'key', action, curve: track * 7 + bit, index: 2 });
        const written = text.substr(key.offset, key.size);
        if (flags & (1 << bit)) {
          const block = /frame 2 \{([^}]*)\}/.exec(text),
            below = [0, 1, 2, 3, 4, 5].filter((b) => b < bit && flags & (1 << b)).length;
          assert.equal(written, block[1].trim().split(/\s+/)[Number(first) + below]);
          assert.ok(key.offset > block.index && key.offset < block.index + block[0].length);
          ++animated;
        } else {
          const base = /baseframe \{([^}]*)\}/.exec(text)[1].trim().split('\n')[track];
          assert.equal(written, base.match(/-?[\d.]+/g)[bit]);
          assert.equal(key.name, 'base value');
          ++still;
        }
      }
    }
    assert.ok(animated > 10 && still > 10);
    const [frame] = doc.places({ kind: 'frame', action, index: 2 });
    assert.equal(frame.offset, text.indexOf('frame 2 {'));
    back(doc, 'walk.md5anim', frame.offset, { kind: 'frame', action, index: 2 });
    doc.dispose();
  });

  test('models of other exporters', (t) => {
    if (!existsSync(corpus('md5'))) return t.skip('corpus/md5 is absent');
    for (const path of files(corpus('md5'), '.md5mesh').filter((one) => statSync(one).size < 600_000)) {
      const doc = vitrine.load([{ name: basename(path), bytes: new Uint8Array(readFileSync(path)) }], {});
      if (!doc.shown) continue;
      linesOf(readFileSync(path, 'latin1')).forEach(({ vert }, mesh) => {
        for (const index of some(vert.length))
          assert.equal(
            doc.places({ kind: 'vertex', mesh, index })[0].offset,
            vert[index].offset,
            `${path} ${mesh} ${index}`,
          );
      });
      doc.dispose();
    }
  });
});

describe('QMSH', () => {
  test('vertices, faces, groups and points of a text', (t) => {
    const folder = corpus('qmsh');
    const paths = ['public/samples/pinwheel/pinwheel.qmsh.tmp', ...(existsSync(folder) ? files(folder, '.tmp') : [])];
    for (const path of paths) {
      const doc = open(path),
        name = basename(path),
        text = readFileSync(path, 'latin1');
      const block = /vertices:? (\d+) \{([^}]*)\}/.exec(text),
        rows = [...block[2].matchAll(/\S[^\n]*\S/g)];
      assert.equal(rows.length, Number(block[1]), path);
      for (const index of some(rows.length)) {
        const at = block.index + block[0].indexOf('{') + 1 + rows[index].index;
        assert.equal(doc.places({ kind: 'vertex', mesh: 0, index })[0].offset, at, `${path} vertex ${index}`);
        back(doc, name, at, { kind: 'vertex', mesh: 0, index });
      }
      const actions = text.indexOf('\nactions');
      const curve = /"(?:Loc|Quat|Scale)[XYZW]" \w+(?: \w+)? \{([^}]*)\}/.exec(text.slice(Math.max(0, actions)));
      if (actions < 0 || !curve) continue;
      const points = [...curve[1].matchAll(/[-\d.e]+,\s*[-\d.e]+/g)];
      const key = doc.places({ kind: 'key', action: 0, curve: 0, index: 1 })[0];
      assert.equal(text.substr(key.offset, key.size), points[1][0], path);
      back(doc, name, key.offset, { kind: 'key', action: 0, curve: 0, index: 1 });
      doc.dispose();
    }
    if (paths.length === 1) t.diagnostic('corpus/qmsh is absent: the sample only');
  });

  test('records of binaries, and a name for every byte', (t) => {
    if (!existsSync(corpus('qmsh'))) return t.skip('corpus/qmsh is absent');
    let seen = 0;
    for (const path of files(corpus('qmsh'), '.qmsh')) {
      const bytes = readFileSync(path);
      const old = bytes.toString('latin1', 0, 8) === 'TFQMSH10';
      const doc = vitrine.load([{ name: basename(path), bytes: new Uint8Array(bytes) }], {});
      if (!doc.shown) continue;
      const flags = bytes[old ? 8 : 5],
        version = old ? 10 : bytes[4];
      const vertices = bytes.readUInt16LE(old ? 9 : 6),
        triangles = bytes.readUInt16LE(old ? 11 : 8);
      const stride = flags & 8 ? 12 : 32 + (flags & 2 ? 8 : 0) + (flags & 1 ? 24 : 0);
      // Signature, version, flags; counts; sphere and box; offsets; camera with its up vector.
      const header = old ? 67 : 20 + 28 + (version >= 20 ? 4 : 0) + (version >= 13 ? 24 : 0) + (version >= 15 ? 12 : 0);
      const first = header + (old ? 1 : 0);
      for (const index of some(vertices)) {
        const [{ offset, size }] = doc.places({ kind: 'vertex', mesh: 0, index });
        assert.deepEqual([offset, size], [first + index * stride, stride], `${path} vertex ${index}`);
        back(doc, basename(path), offset + 5, { kind: 'vertex', mesh: 0, index });
      }
      for (const index of some(triangles)) {
        const [place] = doc.places({ kind: 'triangle', mesh: 0, index });
        if (place)
          assert.equal(
            place.offset,
            first + vertices * stride + (old ? 1 : 0) + 6 * index,
            `${path} triangle ${index}`,
          );
      }
      everyByteHasAName(doc, basename(path), bytes.length);
      doc.dispose();
      ++seen;
    }
    assert.ok(seen > 20);
  });
});

/** Records follow one another, and so do the fields of each. */
function everyByteHasAName(doc, file, size) {
  let at = 0;
  while (at < size) {
    const { record } = doc.at(file, at);
    assert.equal(record, at, `${file}: a record at ${at}`);
    const map = JSON.parse(doc.document.live.ask('mapRecord', JSON.stringify({ file, offset: record })));
    assert.ok(map && map.size > 0, `${file}: fields at ${at}`);
    for (const part of map.parts) {
      assert.equal(part.offset, at, `${file}: ${part.name} at ${at}`);
      at += part.size ?? part.count * part.stride;
    }
    assert.equal(at, map.offset + map.size, `${file}: the end of ${map.kind}`);
  }
}

describe('KRI', () => {
  test('vertices and triangles stand in the chunks of their mesh', () => {
    const paths = ['public/samples/lighthouse/lighthouse.scene'];
    paths.push(...files('tests/data/kri/reference', '.scene'));
    for (const path of paths) {
      const bytes = readFileSync(path),
        name = basename(path);
      const doc = vitrine.load([{ name, bytes: new Uint8Array(bytes) }], {});
      if (!doc.shown) continue;
      let mesh = -1;
      for (let at = 0; at + 12 <= bytes.length;) {
        const chunk = bytes.toString('latin1', at, at + 8).replace(/\0.*$/s, ''),
          size = bytes.readUInt32LE(at + 8);
        if (
          size === 0 &&
          /^[a-z]/.test(chunk) &&
          at + 12 < bytes.length &&
          !/^[a-z]/.test(bytes.toString('latin1', at + 12, at + 13))
        )
          break;
        if (chunk === 'mesh') ++mesh;
        const vertices = doc.report.info.meshes[mesh]?.vertices ?? 0;
        if (chunk === 'v_pos' && vertices > 0) {
          for (const index of some(vertices)) {
            const place = doc.places({ kind: 'vertex', mesh, index }).find((one) => one.name === 'v_pos');
            assert.equal(place.offset, at + 12 + (index * size) / vertices, `${path} ${mesh} ${index}`);
            back(doc, name, place.offset, { kind: 'vertex', mesh, index });
          }
        }
        if (chunk === 'v_ind' && vertices > 0 && doc.report.info.meshes[mesh].triangles > 0) {
          const [{ offset }] = doc.places({ kind: 'triangle', mesh, index: 1 });
          assert.equal(offset, at + 12 + 2 + 6);
        }
        at += 12 + size;
      }
      assert.ok(mesh >= 0, path);
      doc.dispose();
    }
  });

  test('a bone has its row, a key its numbers', () => {
    const path = 'public/samples/lighthouse/lighthouse.scene',
      bytes = readFileSync(path);
    const doc = open(path);
    const curves = doc.curves(0);
    const curve = curves.findIndex(({ keys }) => keys.length > 1);
    const [{ offset }] = doc.places({ kind: 'key', action: 0, curve, index: 1 });
    assert.ok(Math.abs(bytes.readFloatLE(offset) - curves[curve].keys[1].time) < 1e-6);
    back(doc, 'lighthouse.scene', offset, { kind: 'key', action: 0, index: 1 });
    doc.dispose();
  });
});

describe('pivot', () => {
  test('vertices and triangles of a skinned object', () => {
    const path = 'public/samples/mannequin/mannequin.pivot',
      bytes = readFileSync(path),
      name = basename(path);
    const doc = open(path);
    const { objects } = doc.report.info.format;
    objects
      .filter(({ surfaces }) => surfaces)
      .forEach(({ surfaces, offset, name: title }) => {
        const mesh = doc.report.info.meshes.findIndex((one) => one.name === title);
        const [surface] = surfaces;
        const at = surface.offset + 8;
        assert.equal(bytes.readUInt32LE(surface.offset), surface.vertices);
        for (const index of some(surface.vertices)) {
          const [place] = doc.places({ kind: 'vertex', mesh, index });
          assert.deepEqual([place.offset, place.size], [at + index * surface.stride, surface.stride]);
          back(doc, name, place.offset, { kind: 'vertex', mesh, index });
        }
        const [triangle] = doc.places({ kind: 'triangle', mesh, index: 1 });
        assert.equal(triangle.offset, at + surface.vertices * surface.stride + 12);
        assert.equal(doc.at(name, triangle.offset).record, offset);
      });
    doc.dispose();
  });
});

test('what is not there has no place', () => {
  const doc = open('public/samples/heron/heron.md5mesh');
  for (const thing of [
    { kind: 'vertex', mesh: 0, index: 1e6 },
    { kind: 'vertex', mesh: 99, index: 0 },
    { kind: 'triangle', mesh: 0, index: 4294967295 },
    { kind: 'key', action: 5, curve: 0, index: 0 },
    { kind: 'nothing' },
    {},
  ])
    assert.deepEqual(doc.places(thing), []);
  assert.equal(doc.at('other.md5mesh', 0), undefined);
  assert.deepEqual(doc.at('heron.md5mesh', 1e12).things, []);
  doc.dispose();
});
