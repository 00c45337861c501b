// Gzip files: recognised by their bytes everywhere, named as what is inside them, within the limits of archives.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';

import { unpack } from '../../web/src/archives/archive';
import { VitrineError } from '../../web/src/base/errors';
import { gunzip, kGzipLimits } from '../../web/src/archives/gzip';
import { plainName, underPlainNames } from '../../web/src/core/gzipName';
import { plainFile } from '../../web/src/archives/unpack';
// @ts-expect-error plain JavaScript
import { rise, square, zip } from './support/inputs.mjs';
// @ts-expect-error plain JavaScript
import { world } from './support/worlds.mjs';
// @ts-expect-error plain JavaScript
import { shared, vitrine, vitrineJson, without } from './support/vitrine.mjs';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const pack = (content: string | Uint8Array): Uint8Array => new Uint8Array(gzipSync(content));

/** Code, message and offset of the refusal. */
function refusal(bytes: Uint8Array, limits = kGzipLimits): [code: string, message: string, offset?: number] {
  try {
    gunzip('a.iqm.gz', bytes, limits);
  } catch (error) {
    const [issue] = (error as VitrineError).issues;
    assert.equal(issue!.source, 'a.iqm.gz');
    return issue!.offset === undefined ? [issue!.code, issue!.message] : [issue!.code, issue!.message, issue!.offset];
  }
  throw new Error('it was read');
}

describe('a gzip file', () => {
  test('is called as what is inside it', () => {
    assert.equal(plainName('a/hero.md5mesh.GZ'), 'a/hero.md5mesh');
    assert.equal(plainName('song.v2mz'), 'song.v2m');
    assert.equal(plainName('a.gz/song.v2m'), 'a.gz/song.v2m');
    assert.equal(plainName('fizz'), 'fizz');
  });

  test('gives way to the plain file beside it', () => {
    const names = (...given: string[]): string[] =>
      underPlainNames(given.map((name) => ({ name }))).map(({ name }) => name);
    assert.deepEqual(names('a.iqm', 'a.iqm.gz', 'b.iqm.gz'), ['a.iqm', 'b.iqm']);
  });

  test('unpacks to what zlib unpacks, of any size and number of members, also where pieces end in a header', () => {
    for (const size of [0, 1, 700, 16_384, 40_000, 300_000])
      for (const members of [1, 2, 5]) {
        const whole = Buffer.concat(
          Array.from({ length: members }, (_, i) =>
            gzipSync(Buffer.concat([randomBytes(size), Buffer.alloc(size * i, 'vitrine')])),
          ),
        );
        const found = gunzip('a.gz', new Uint8Array(whole));
        assert.ok(Buffer.from(found).equals(gunzipSync(whole)), `${members} members of ${size} bytes`);
      }
  });

  test('may be none at all, whatever its name is', () => {
    const plain = new TextEncoder().encode('plain');
    assert.equal(gunzip('a.gz', plain), plain);
  });

  test('is refused wherever it is cut off', () => {
    const whole = pack(square() as string);
    for (let length = 2; length < whole.length; ++length)
      assert.equal(refusal(whole.subarray(0, length))[0], 'ARCHIVE_DAMAGED', `${length} of ${whole.length} bytes`);
  });

  test('is refused with the place of what differs', () => {
    const sum = pack('hello'),
      length = pack('hello'),
      method = pack('hello');
    sum[sum.length - 8]! ^= 1;
    length[length.length - 4] = 6;
    method[2] = 7;
    assert.deepEqual(refusal(sum), [
      'ARCHIVE_DAMAGED',
      'the gzip file’s bytes are not those that were packed: the check sum differs',
      sum.length - 8,
    ]);
    assert.deepEqual(refusal(length), [
      'ARCHIVE_DAMAGED',
      'the gzip file unpacks to 5 bytes, its end states 6',
      length.length - 4,
    ]);
    assert.deepEqual(refusal(method), ['ARCHIVE_METHOD', 'the gzip file is packed with method 7, not deflate', 2]);
  });

  test('is refused with bytes behind its end', () => {
    for (const tail of ['x', 'xxxx', 'nothing that belongs to it'])
      assert.equal(
        refusal(new Uint8Array(Buffer.concat([pack('hello'), Buffer.from(tail)])))[0],
        'ARCHIVE_DAMAGED',
        tail,
      );
  });

  test('is refused past 200 times its size and past the most bytes of a file', () => {
    assert.deepEqual(refusal(pack(new Uint8Array(2 ** 22))), [
      'ARCHIVE_LIMIT',
      'unpacks to more than 200 times its size',
    ]);
    assert.deepEqual(refusal(pack(randomBytes(2000)), { ...kGzipLimits, unpackedBytes: 1000 }), [
      'ARCHIVE_LIMIT',
      'unpacks to more than 1000 bytes',
    ]);
  });

  test('is unpacked once: gzip inside gzip is refused', () => {
    assert.equal(refusal(pack(pack('hello')))[0], 'ARCHIVE_METHOD');
  });

  test('lies in an archive as any other file', async () => {
    const bytes = zip({ 'a/b.md5mesh.gz': pack('inside'), 'c.tga.gz': 'not packed' }) as Uint8Array;
    const entries = unpack('x.zip', bytes, (name) => !name.endsWith('.gz'));
    assert.deepEqual(
      entries.map((entry) => [entry.name, text(entry.bytes)]),
      [
        ['a/b.md5mesh', 'inside'],
        ['c.tga', 'not packed'],
      ],
    );
    const plain = await plainFile('a', new Blob([pack('inside') as Uint8Array<ArrayBuffer>]));
    assert.equal(await (plain as Blob).text(), 'inside');
  });
});

describe('the command and the module open', () => {
  let folder = '';
  const at = (name: string): string => join(folder, name);
  const put = (name: string, content: string | Uint8Array): string => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
    return at(name);
  };
  const inspect = (...operands: string[]): { files: string[]; info: Record<string, unknown> } => {
    const { value } = vitrineJson(['inspect', ...operands, '--json'], { cwd: folder });
    return {
      files: value.files.map(({ name }: { name: string }) => name),
      info: { actions: value.info.actions.length, statistics: value.info.statistics },
    };
  };
  let expected: Record<string, unknown>;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-gzip-'));
    put('plain/square.md5mesh', square());
    put('plain/rise.md5anim', rise);
    put('packed/square.md5mesh.gz', pack(square()));
    put('packed/rise.md5anim.gz', pack(rise));
    put('packed.zip', zip({ 'square.md5mesh.gz': pack(square()), 'rise.md5anim.gz': pack(rise) }));
    put('packed.zip.gz', pack(readFileSync(at('packed.zip'))));
    expected = inspect('plain').info;
    assert.equal(expected.actions, 1);
  });
  after(() => rmSync(folder, { recursive: true }));

  test('files, a folder, a pattern and an archive as they open plain ones', () => {
    for (const operands of [
      ['packed/square.md5mesh.gz', 'packed/rise.md5anim.gz'],
      ['packed'],
      ['packed/*.gz'],
      ['packed.zip'],
      ['packed.zip.gz'],
    ]) {
      const { files, info } = inspect(...operands);
      assert.deepEqual(info, expected, operands.join(' '));
      assert.deepEqual(files.map((name) => name.split('/').pop()).sort(), ['rise.md5anim', 'square.md5mesh']);
    }
  });

  test('standard input, and a gzip file without the ending', () => {
    const { status, stdout } = vitrine(['check', '-'], { input: pack(square()) });
    assert.equal(status, 0, stdout);
    assert.deepEqual(inspect(put('named/square.md5mesh', pack(square()))).files, [at('named/square.md5mesh')]);
  });

  test('a batch, in which a damaged file fails alone', () => {
    put('many/a/square.md5mesh.gz', pack(square()));
    put('many/b/square.md5mesh.gz', pack(square()).subarray(0, 60));
    const { status, stderr } = vitrine(['check', 'many', '--batch'], { cwd: folder });
    assert.equal(status, 1);
    assert.match(stderr, /cannot be unpacked|cut off/);
    assert.match(stderr, /2 documents: 1 fine, 1 failed\n$/);
    const out = at('out');
    const made = vitrine(['convert', 'many/a', '--batch', '--to', 'glb', '-o', out], { cwd: folder });
    assert.equal(made.status, 0, made.stderr);
    assert.equal(readFileSync(join(out, 'square.glb')).toString('latin1', 0, 4), 'glTF');
  });

  test('an image of a model; a damaged one costs a message, not the model', () => {
    // Two by two pixels of red, uncompressed.
    const red = Uint8Array.from([
      0,
      0,
      2,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      2,
      0,
      2,
      0,
      24,
      0,
      ...Array(4).fill([0, 0, 255]).flat(),
    ]);
    put('skin/plain/square.md5mesh', square());
    put('skin/plain/cloth.tga', red);
    put('skin/packed/square.md5mesh', square());
    put('skin/packed/cloth.tga.gz', pack(red));
    put('skin/bad/square.md5mesh', square());
    put('skin/bad/cloth.tga.gz', pack(red).subarray(0, 24));
    const picture = (name: string): { status: number; stderr: string; bytes: Buffer } => {
      const out = at(`skin/${name}.png`),
        { status, stderr } = vitrine(['render', `skin/${name}`, '-o', out], { cwd: folder });
      return { status, stderr, bytes: readFileSync(out) };
    };
    const plain = picture('plain');
    assert.ok(picture('packed').bytes.equals(plain.bytes));
    const bad = picture('bad');
    assert.equal(bad.status, 0);
    assert.match(bad.stderr, /cloth\.tga/);
    assert.ok(!bad.bytes.equals(plain.bytes));
  });

  test('a damaged model with its place and exit status 1', () => {
    const whole = pack(square());
    whole[whole.length - 8]! ^= 1;
    const { status, stderr } = vitrine(['inspect', put('bad.md5mesh.gz', whole)]);
    assert.equal(status, 1);
    assert.match(stderr, /bad\.md5mesh\.gz.*the check sum differs/);
  });

  test('a world and the model that it names, by either name', () => {
    for (const [name, model] of [
      ['plain', 'square.md5mesh'],
      ['packed', 'square.md5mesh.gz'],
    ]) {
      put(`${name}/one.world.json.gz`, pack(world({ models: { a: model } })));
      put(`${name}/square.md5mesh.gz`, pack(square()));
      const { value } = vitrineJson(['world', `${name}/one.world.json.gz`, '--json'], { cwd: folder });
      assert.deepEqual(value.issues, [], name);
    }
  });

  test('public files', { skip: without }, () => {
    const { files, info } = inspect(join(shared, 'corpus/sets/gzip/heron.md5mesh.gz'));
    assert.match(files[0]!, /heron\.md5mesh$/);
    assert.equal((info.statistics as { meshes: number }).meshes > 0, true);
    const { status } = vitrine(['sound', join(shared, 'corpus/sets/gzip/song.v2mz')]);
    assert.equal(status, 0);
  });
});
