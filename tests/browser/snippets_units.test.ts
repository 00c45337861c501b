// Code to paste: each file has its own address.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ReportFile } from '../../web/src/core/report';
import { snippetsOf } from '../../web/src/ui/snippets';

function srcOf(sources: readonly string[], files: readonly string[]): string | undefined {
  const { element } = snippetsOf({
    home: 'https://here.example/app/',
    sources,
    files: files.map((name) => ({ name, role: 'mesh' }) as unknown as ReportFile),
    read: {},
    title: 'A model',
    action: undefined,
    camera: undefined,
    overlays: [],
    controls: 'basic',
    playing: false,
    notes: [],
  });
  return /src="([^"]*)"\n {2}alt/.exec(element)?.[1];
}

test('files of one name in two folders keep their own addresses', () => {
  assert.equal(
    srcOf(['a/m.md5mesh', 'b/m.md5mesh?v=2'], ['m.md5mesh', 'app/b/m.md5mesh']),
    'https://here.example/app/a/m.md5mesh https://here.example/app/b/m.md5mesh?v=2',
  );
});

test('a file that came from elsewhere has no address, whatever it is called', () => {
  assert.equal(
    srcOf(['a/m.md5mesh.gz'], ['m.md5mesh', 'dropped/m.md5mesh']),
    'https://here.example/app/a/m.md5mesh.gz m.md5mesh',
  );
});

test('a name may hold a percent sign', () => {
  assert.equal(srcOf(['m/100%.md5mesh'], ['100%.md5mesh']), 'https://here.example/app/m/100%.md5mesh');
  assert.equal(srcOf([], ['100%.md5mesh']), '100%25.md5mesh');
});
