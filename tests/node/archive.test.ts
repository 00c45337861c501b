// Archives are judged by their directory before anything is inflated.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { unpack, isArchive, kArchiveLimits } from '../../web/src/core/archive';
// @ts-expect-error plain JavaScript
import { zip } from './support/inputs.mjs';

const archive = (files: Record<string, string>): Uint8Array => zip(files) as Uint8Array;
const names = (bytes: Uint8Array, limits = {}): string[] =>
  unpack('a.zip', bytes, undefined, { ...kArchiveLimits, ...limits }).map(({ name }) => name);

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
});
