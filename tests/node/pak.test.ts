// PAK archives: what they hold, and what a hostile one is refused for, with the place of it.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { isArchive, kArchiveLimits, listArchive, unpack } from '../../web/src/archives/archive';
import type { VitrineError } from '../../web/src/base/errors';
// @ts-expect-error plain JavaScript
import { rise, square } from './support/inputs.mjs';
// @ts-expect-error plain JavaScript
import * as support from './support/pak.mjs';
// @ts-expect-error plain JavaScript
import { vitrineJson } from './support/vitrine.mjs';

interface Entry {
  name: string;
  data?: string;
  offset?: number;
  length?: number;
}
const pak = support.pak as (
  entries: readonly Entry[],
  change?: (view: DataView, directory: number) => void,
) => Uint8Array;
const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

/** Code and offset of the refusal. */
function refusal(bytes: Uint8Array, limits = {}): [code: string, offset: number | undefined, message: string] {
  try {
    unpack('pak0.pak', bytes, undefined, { ...kArchiveLimits, ...limits });
  } catch (error) {
    const [issue] = (error as VitrineError).issues;
    return [issue!.code, issue!.offset, issue!.message];
  }
  throw new Error('it was read');
}

const two: Entry[] = [
  { name: 'progs/b.md5mesh', data: 'second' },
  { name: 'progs/a.md5anim', data: 'first' },
];

describe('a PAK', () => {
  test('is known by its first bytes', () => {
    assert.ok(isArchive(pak([])));
    assert.ok(!isArchive(new TextEncoder().encode('PACE')));
  });

  test('gives its files sorted, with the bytes that went in', () => {
    const entries = unpack('pak0.pak', pak(two));
    assert.deepEqual(
      entries.map(({ name, bytes }) => [name, text(bytes)]),
      [
        ['progs/a.md5anim', 'first'],
        ['progs/b.md5mesh', 'second'],
      ],
    );
  });

  test('is read piece by piece: the directory and nothing else', async () => {
    const bytes = pak(two),
      asked: [number, number][] = [];
    const entries = await listArchive('pak0.pak', bytes.length, (offset, length) => {
      asked.push([offset, length]);
      return Promise.resolve(bytes.subarray(offset, offset + length));
    });
    assert.deepEqual(asked, [
      [0, 4],
      [0, 12],
      [23, 128],
    ]);
    assert.deepEqual(entries[1], {
      name: 'progs/b.md5mesh',
      offset: 12,
      packedBytes: 6,
      bytes: 6,
      deflated: false,
    });
  });

  test('of two files with one name gives the first, as games do', () => {
    const [entry, ...more] = unpack(
      'pak0.pak',
      pak([
        { name: 'a', data: 'one' },
        { name: 'a', data: 'two' },
      ]),
    );
    assert.equal(text(entry?.bytes), 'one');
    assert.equal(more.length, 0);
  });

  test('takes a name of all 56 bytes, and what stands behind a NUL for none of it', () => {
    const long = 'x'.repeat(56);
    assert.equal(unpack('pak0.pak', pak([{ name: long, data: '1' }]))[0]?.name, long);
    assert.equal(unpack('pak0.pak', pak([{ name: 'a.md5mesh\0old.bsp', data: '1' }]))[0]?.name, 'a.md5mesh');
  });

  test('may name the same bytes twice, and files without bytes anywhere', () => {
    const entries = [...two, { name: 'same', offset: 12, length: 6 }, { name: 'none', offset: 0, length: 0 }];
    assert.deepEqual(
      unpack('pak0.pak', pak(entries)).map(({ name }) => name),
      ['none', 'progs/a.md5anim', 'progs/b.md5mesh', 'same'],
    );
  });

  test('without files is one', () => assert.deepEqual(unpack('pak0.pak', pak([])), []));
});

describe('a hostile PAK is refused with the place of the fault:', () => {
  const directory = 23;
  const faults: [string, Uint8Array, string, number][] = [
    ['cut off in its header', pak(two).subarray(0, 8), 'ARCHIVE_DAMAGED', 0],
    ['cut off in its directory', pak(two).subarray(0, -1), 'ARCHIVE_DAMAGED', 4],
    ['a directory beyond its end', pak(two, (view) => view.setUint32(4, 0xffffffc0, true)), 'ARCHIVE_DAMAGED', 4],
    ['a directory in its header', pak(two, (view) => view.setUint32(4, 4, true)), 'ARCHIVE_DAMAGED', 4],
    ['a directory of half an entry', pak(two, (view) => view.setUint32(8, 96, true)), 'ARCHIVE_DAMAGED', 8],
    ['a count of 67 million', pak(two, (view) => view.setUint32(8, 0xffffffc0, true)), 'ARCHIVE_LIMIT', 8],
    [
      'an offset beyond its end',
      pak(two, (view, at) => view.setUint32(at + 64 + 56, 0xfffffff0, true)),
      'ARCHIVE_DAMAGED',
      directory + 64 + 56,
    ],
    [
      'a length beyond its end',
      pak(two, (view, at) => view.setUint32(at + 60, 0xffffffff, true)),
      'ARCHIVE_DAMAGED',
      directory + 56,
    ],
    [
      'an entry in its header',
      pak(two, (view, at) => view.setUint32(at + 56, 4, true)),
      'ARCHIVE_DAMAGED',
      directory + 56,
    ],
    [
      'an entry in its directory',
      pak(two, (view, at) => view.setUint32(at + 56, at + 8, true)),
      'ARCHIVE_DAMAGED',
      directory,
    ],
    [
      'entries that overlap by a byte',
      pak(two, (view, at) => view.setUint32(at + 60, 7, true)),
      'ARCHIVE_DAMAGED',
      directory + 64,
    ],
    [
      'a name that steps upwards',
      pak([...two.slice(0, 1), { name: 'a/../../b.md5anim', data: 'first' }]),
      'ARCHIVE_PATH',
      directory + 64,
    ],
    ['a name from the root', pak([{ name: '/etc/passwd', data: '1' }]), 'ARCHIVE_PATH', 13],
    ['a name with a drive', pak([{ name: 'C:\\x', data: '1' }]), 'ARCHIVE_PATH', 13],
  ];
  for (const [what, bytes, code, offset] of faults)
    test(what, () => assert.deepEqual(refusal(bytes).slice(0, 2), [code, offset], refusal(bytes)[2]));

  test('more files or bytes than the limits', () => {
    assert.equal(refusal(pak(two), { entries: 1 })[0], 'ARCHIVE_LIMIT');
    assert.equal(refusal(pak(two), { unpackedBytes: 10 })[0], 'ARCHIVE_LIMIT');
    // A small archive whose entries all name the same bytes.
    const same = Array.from({ length: 100 }, (_, i) => ({ name: `f${i}`, offset: 12, length: 6 }));
    assert.equal(refusal(pak([...two, ...same]), { unpackedBytes: 600 })[0], 'ARCHIVE_LIMIT');
  });

  test('any byte of header and directory changed ends in files or a refusal', () => {
    const whole = pak(two);
    for (let at = 0; at < whole.length; ++at)
      for (const value of [0, 1, 0x2e, 0x7f, 0x80, 0xff]) {
        const bytes = whole.slice();
        bytes[at] = value;
        try {
          unpack('pak0.pak', bytes);
        } catch (error) {
          assert.match((error as { code: string }).code, /^ARCHIVE_/);
        }
      }
  });
});

test('the command opens a PAK, and says where a broken one is broken', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pak-'));
  try {
    const path = join(folder, 'pak0.pak');
    const entries = [
      { name: 'progs/square.md5mesh', data: (square as () => string)() },
      { name: 'progs/rise.md5anim', data: rise as string },
      { name: 'progs.dat', data: 'of no use' },
    ];
    writeFileSync(path, pak(entries));
    type Answer = {
      status: number;
      stderr: string;
      value: { files: { name: string }[]; info: { actions: unknown[] } };
    };
    const { status, value } = vitrineJson(['inspect', '--json', path]) as Answer;
    assert.equal(status, 0);
    assert.deepEqual(
      value.files.map(({ name }) => name.slice(folder.length + 1)),
      ['pak0.pak/progs/rise.md5anim', 'pak0.pak/progs/square.md5mesh'],
    );
    assert.equal(value.info.actions.length, 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
