// Archives are judged by their directory before anything is inflated.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import zlib, { deflateRawSync, deflateSync } from 'node:zlib';

import { isArchive, kArchiveLimits, listArchive, unpack } from '../../web/src/archives/archive';
import { crc32 } from '../../web/src/base/crc32';
import { plainFile } from '../../web/src/archives/unpack';
import { inflateUpTo, inflateWith } from '../../web/src/base/inflate';
import { byMountOrder, mounted } from '../../web/src/base/mount';
import { inflaterOf } from '../../web/src/node/codecs';
// @ts-expect-error plain JavaScript
import { zip } from './support/inputs.mjs';

const archive = (files: Record<string, string>): Uint8Array => zip(files) as Uint8Array;
const names = (bytes: Uint8Array, limits = {}): string[] =>
  unpack('a.zip', bytes, undefined, { ...kArchiveLimits, ...limits }).map(({ name }) => name);

/**
 * Stored 'hello' under the name 'a', sizes and offset only in the extra field, counts only in the zip64 record. What the
 * field is too short for is the entry's comment.
 */
function wideZip(extraBytes = 28): Uint8Array {
  const data = Buffer.from('hello'),
    crc = 0x3610a686;
  const local = Buffer.alloc(31);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt32LE(crc, 14);
  local.writeUInt32LE(5, 18);
  local.writeUInt32LE(5, 22);
  local.writeUInt16LE(1, 26);
  local.write('a', 30);
  const central = Buffer.alloc(46 + 1 + 28);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt32LE(crc, 16);
  for (const at of [20, 24, 42]) central.writeUInt32LE(0xffffffff, at);
  central.writeUInt16LE(1, 28);
  central.writeUInt16LE(extraBytes, 30);
  central.writeUInt16LE(28 - extraBytes, 32);
  central.write('a', 46);
  central.writeUInt16LE(1, 47);
  central.writeUInt16LE(extraBytes - 4, 49);
  central.writeBigUInt64LE(5n, 51);
  central.writeBigUInt64LE(5n, 59);
  central.writeBigUInt64LE(0n, 67);
  const directory = local.length + data.length;
  const wide = Buffer.alloc(56);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeBigUInt64LE(1n, 24);
  wide.writeBigUInt64LE(1n, 32);
  wide.writeBigUInt64LE(BigInt(central.length), 40);
  wide.writeBigUInt64LE(BigInt(directory), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directory + central.length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22, 0xff);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(0, 20);
  return Buffer.concat([local, data, central, wide, locator, end]);
}

describe('an archive', () => {
  test('is known by its first bytes', () => {
    assert.ok(isArchive(archive({ a: 'a' })));
    assert.ok(isArchive(archive({})));
    assert.ok(!isArchive(new TextEncoder().encode('PK\n')));
    assert.ok(!isArchive(new Uint8Array()));
  });

  test('gives its files sorted, with forward slashes and without folders', () => {
    assert.deepEqual(names(archive({ 'b\\c.txt': 'x', 'a/': '', 'a/z.txt': 'y' })), ['a/z.txt', 'b/c.txt']);
  });

  test('gives the bytes that went in', () => {
    const [entry] = unpack('a.zip', archive({ 'a.txt': 'some text' }));
    assert.equal(new TextDecoder().decode(entry?.bytes), 'some text');
  });

  test('may reach its limits but not pass them', () => {
    const two = archive({ a: '12345', b: '12345' });
    assert.equal(names(two, { entries: 2, unpackedBytes: 10 }).length, 2);
    assert.throws(() => names(two, { entries: 1 }), { code: 'ARCHIVE_LIMIT' });
    assert.throws(() => names(two, { unpackedBytes: 9 }), { code: 'ARCHIVE_LIMIT' });
    assert.throws(() => names(archive({ a: ' '.repeat(9000) }), { ratio: 2 }), { code: 'ARCHIVE_LIMIT' });
  });

  test('counts what it is not asked for as well', () => {
    const two = archive({ a: '12345', b: '12345' });
    assert.throws(() => unpack('a.zip', two, () => false, { ...kArchiveLimits, entries: 1 }), {
      code: 'ARCHIVE_LIMIT',
    });
  });

  test('keeps to a size that its directory understates', () => {
    const bytes = archive({ 'a.txt': ' '.repeat(500) });
    // The uncompressed size in the central directory (signature PK 1 2, field at 24) says 3.
    const at = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(at + 24, 3, true);
    try {
      for (const entry of unpack('a.zip', bytes)) assert.ok(entry.bytes.length <= 3);
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'ARCHIVE_DAMAGED');
    }
  });

  for (let cut = 1; cut < 40; cut += 6) {
    test(`cut off by ${cut} bytes is damaged`, () => {
      const whole = archive({ 'a.txt': 'some text that is stored' });
      assert.throws(() => unpack('a.zip', whole.subarray(0, whole.length - cut)), { code: 'ARCHIVE_DAMAGED' });
    });
  }

  test('is damaged where a byte of an entry has changed, packed or as it is, and whoever unpacks', async () => {
    const text = 'again '.repeat(50);
    for (const level of [0, 6]) {
      const bytes = (zip({ 'a.txt': [new TextEncoder().encode(text), { level }] }) as Uint8Array<ArrayBuffer>).slice();
      const read = (at: number, size: number): Promise<Uint8Array> => Promise.resolve(bytes.subarray(at, at + size));
      const [entry] = await listArchive('a.zip', bytes.length, read);
      assert.equal(entry!.deflated, level > 0);
      const unpackBlob = async (): Promise<string> =>
        ((await plainFile('a.txt', { ...entry!, archive: new Blob([bytes]) })) as Blob).text();
      assert.equal(await unpackBlob(), text);
      bytes[entry!.offset + 5]! ^= 1;
      assert.throws(() => unpack('a.zip', bytes), { code: 'ARCHIVE_DAMAGED' });
      await assert.rejects(unpackBlob(), { code: 'ARCHIVE_DAMAGED' });
    }
  });

  test('says which entry passes which limit', () => {
    const two = archive({ 'a.txt': '12345', 'b.txt': '12345' });
    const limits = { ...kArchiveLimits, unpackedBytes: 9 };
    assert.throws(() => unpack('pack.pk4', two, undefined, limits), {
      message: 'pack.pk4: unpacks to more than 9 bytes: passed with entry "b.txt" of 5 bytes',
    });
    assert.throws(() => unpack('pack.pk4', two, undefined, { ...kArchiveLimits, entries: 1 }), {
      message: 'pack.pk4: more than 1 entries: the directory counts 2',
    });
  });

  /** The two headers of the first entry: signature PK 3 4 at the beginning, PK 1 2 in the directory. */
  const headers = (bytes: Uint8Array): [local: number, central: number] => [
    0,
    Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2])),
  ];
  const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

  test('does not unpack what is more than the directory gives', () => {
    const bytes = archive({ 'a.txt': randomBytes(50_000).toString('hex') });
    const [, central] = headers(bytes);
    view(bytes).setUint32(central + 24, 99_999, true);
    assert.throws(() => unpack('a.zip', bytes), {
      code: 'ARCHIVE_DAMAGED',
      message: 'a.zip/a.txt: it unpacks to more than the 99999 bytes that the archive’s directory gives',
    });
  });

  test('says plainly that an entry is encrypted, where it is wanted', () => {
    const bytes = archive({ 'a.txt': 'secret', 'b.txt': 'open' });
    const [local, central] = headers(bytes);
    view(bytes).setUint16(local + 6, 1, true);
    view(bytes).setUint16(central + 8, 1, true);
    assert.throws(() => names(bytes), { code: 'ARCHIVE_ENCRYPTED', message: /a\.zip: entry "a\.txt" is encrypted/ });
    assert.deepEqual(
      unpack('a.zip', bytes, (name) => name === 'b.txt').map(({ name }) => name),
      ['b.txt'],
    );
  });

  test('names the packing that it cannot read', () => {
    const bytes = archive({ 'a.txt': 'some text' });
    view(bytes).setUint16(headers(bytes)[1] + 10, 14, true);
    assert.throws(() => names(bytes), { code: 'ARCHIVE_METHOD', message: /entry "a\.txt" is packed with LZMA/ });
  });

  test('with changed bytes is damaged: the check sum says so', () => {
    const bytes = archive({ 'a.txt': 'ab' });
    const at = Buffer.from(bytes).indexOf('a.txt') + 5;
    bytes[at + 1] = (bytes[at + 1] ?? 0) ^ 1;
    assert.throws(() => names(bytes), { code: 'ARCHIVE_DAMAGED' });
  });

  test('of the wide kind (zip64) opens as any other', () => {
    assert.equal(new TextDecoder().decode(unpack('w.zip', wideZip())[0]?.bytes), 'hello');
  });

  test('of the wide kind is damaged where its sizes are not all there', () => {
    for (const extraBytes of [12, 20]) assert.throws(() => names(wideZip(extraBytes)), { code: 'ARCHIVE_DAMAGED' });
  });

  test('may stand behind a program that unpacks it', () => {
    const bytes = Buffer.concat([Buffer.alloc(100, 7), archive({ 'a.txt': 'some text' })]);
    assert.equal(new TextDecoder().decode(unpack('a.exe', bytes)[0]?.bytes), 'some text');
  });

  test('is listed without reading what lies in it', async () => {
    const bytes = archive({ 'a.txt': 'x'.repeat(5000), 'b.txt': 'y' });
    let read = 0;
    const list = await listArchive(
      'a.zip',
      bytes.length,
      (offset, length) => {
        read += length;
        return Promise.resolve(bytes.subarray(offset, offset + length));
      },
      (name) => name === 'b.txt',
    );
    assert.deepEqual(
      list.map(({ name, bytes: size }) => [name, size]),
      [['b.txt', 1]],
    );
    assert.ok(read < 2 * bytes.length);
  });

  test('is checked by the sum of the zip format', () => {
    assert.equal(crc32(new TextEncoder().encode('123456789')), 0xcbf43926);
  });
});

describe('archives over one another', () => {
  const of = (archiveName: string, path: string): { name: string; archive: string } => ({
    name: `${archiveName}/${path}`,
    archive: archiveName,
  });
  const seen = (files: { name: string; archive?: string; root?: string }[]): string[] =>
    mounted(files).map(({ name }) => name);

  test('the later hides the earlier, without regard to case and slashes', () => {
    assert.deepEqual(
      seen([of('a.pk4', 'Models/Imp.md5mesh'), of('a.pk4', 'x.tga'), of('b.pk4', 'models\\imp.MD5MESH')]),
      ['a.pk4/x.tga', 'b.pk4/models\\imp.MD5MESH'],
    );
  });

  test('a file beside them hides both', () => {
    assert.deepEqual(seen([{ name: 'base/models/imp.md5mesh' }, of('base/a.pk4', 'models/imp.md5mesh')]), [
      'base/models/imp.md5mesh',
    ]);
  });

  test('those of different folders do not meet, unless they are mounted at one place', () => {
    const two = [of('x/a.zip', 'm.md5mesh'), of('y/b.zip', 'm.md5mesh')];
    assert.equal(seen(two).length, 2);
    assert.deepEqual(seen(two.map((file) => ({ ...file, root: '' }))), ['y/b.zip/m.md5mesh']);
  });

  test('mount in the order of their names, numbers as numbers', () => {
    const sorted = ['pak10.pk4', 'Pak9.pk4', 'apak.pk4'].map((name) => ({ name })).sort(byMountOrder);
    assert.deepEqual(
      sorted.map(({ name }) => name),
      ['apak.pk4', 'Pak9.pk4', 'pak10.pk4'],
    );
  });
});

describe('unpacking up to a size', () => {
  const text = randomBytes(300_000).toString('hex');
  const kinds = [
    ['deflate', deflateRawSync],
    ['zlib', deflateSync],
  ] as const;

  test('gives all bytes, or as many as are wanted', () => {
    for (const [kind, pack] of kinds) {
      const packed = pack(text);
      const whole = inflateUpTo(text.length, packed, kind);
      assert.equal(Buffer.from(whole.bytes).toString(), text);
      assert.equal(whole.unpacked, text.length);
      const less = inflateUpTo(1000, packed, kind);
      assert.equal(Buffer.from(less.bytes).toString(), text.slice(0, 1000));
      assert.ok(less.unpacked > 1000);
      assert.equal(inflateUpTo(text.length + 1, packed, kind).unpacked, text.length);
    }
  });

  test('leaves the rest packed', () => {
    const packed = deflateSync(new Uint8Array(2 ** 28));
    assert.ok(packed.length > 3 * 2 ** 16);
    assert.ok(inflateUpTo(10, packed, 'zlib').unpacked < 2 ** 27);
  });

  test('throws on damaged, cut and missing bytes', () => {
    for (const [kind, pack] of kinds) {
      const packed = pack(text);
      assert.throws(() => inflateUpTo(text.length, packed.subarray(0, -100), kind));
      assert.throws(() => inflateUpTo(text.length, packed.fill(0xff, 0, 9), kind));
    }
    assert.throws(() => inflateUpTo(10, new Uint8Array(), 'zlib'));
  });
});

describe('unpacking by Node’s zlib', () => {
  const text = randomBytes(100_000).toString('hex'),
    damaged = (bytes: Buffer): Buffer => {
      const copy = Buffer.from(bytes);
      copy.fill(0xff, copy.length >> 1, (copy.length >> 1) + 64);
      return copy;
    };

  test('says what fflate says, also of damaged, cut and longer bytes', () => {
    const whole = deflateSync(text),
      raw = deflateRawSync(text);
    type Question = Parameters<typeof inflateUpTo>;
    const sizes = [text.length, 1000, text.length + 1],
      asked = [whole, damaged(whole), whole.subarray(0, -3), Buffer.concat([whole, Buffer.from('more')])].flatMap(
        (bytes) => sizes.map((size): Question => [size, bytes, 'zlib']),
      ),
      rawAsked = [raw, damaged(raw), raw.subarray(0, -3), Buffer.alloc(0)].map((bytes): Question => [
        text.length,
        bytes,
        'deflate',
      ]);
    const answers = (): unknown[] =>
      [...asked, ...rawAsked].map((question) => {
        try {
          const { bytes, unpacked } = inflateUpTo(...question);
          return [crc32(bytes), bytes.length, unpacked];
        } catch (error) {
          return String(error);
        }
      });
    const before = answers();
    const used: number[] = [],
      inflate = inflaterOf(() => zlib);
    let count = 0;
    inflateWith((size, packed, kind) => {
      const bytes = inflate(size, packed, kind);
      if (bytes) used.push(count);
      ++count;
      return bytes;
    });
    assert.deepEqual(answers(), before);
    // Where it is sure of the answer: whole bytes with room for them.
    assert.deepEqual(used, [0, 2, asked.length]);
  });
});
