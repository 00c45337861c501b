// Commands of the guard: what `vitrine` prints, what it writes, and how it ends.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const kNames = [
  'inspect',
  'pose',
  'check',
  'curves',
  'compare',
  'convert',
  'pack',
  'render',
  'figure',
  'view',
  'skin',
  'world',
  'sound',
  'copy',
  'completion',
];
const kModels = {
  heron: ['public/samples/heron'],
  island: ['public/samples/lighthouse/lighthouse.scene'],
  broken: ['public/samples/broken/broken.md5mesh'],
  kri: ['tests/data/kri/valid'],
  qmsh: ['tests/data/qmsh/valid'],
  gltf: ['tests/data/gltf/valid'],
  iqm: ['tests/data/iqm/valid'],
  pivot: ['tests/data/pivot/valid'],
};
/** OUT stands for a folder of its own, whose files are looked at afterwards. */
const kOut = 'OUT';

const heron = 'public/samples/heron/heron.md5mesh',
  walk = 'public/samples/heron/walk.md5anim';

const asked = [
  [],
  ['--version'],
  ['--help'],
  ['explode'],
  ['inspect'],
  ['inspect', heron, '--colour'],
  ['pose', heron, '--action', 'nothing'],
  ...kNames.map((name) => [name, '--help']),
  ...['bash', 'zsh', 'fish'].map((shell) => ['completion', shell]),
  ...['pretty', 'json', 'md', 'csv'].map((format) => ['inspect', heron, walk, '--format', format]),
  ...['pretty', 'json', 'sarif', 'junit'].map((format) => ['check', 'public/samples/broken', '--format', format]),
  ...['pretty', 'json'].map((format) => ['check', heron, walk, '--for', 'all', '--format', format]),
  ...['pretty', 'json'].map((format) => ['compare', heron, 'public/samples/broken/broken.md5mesh', '--format', format]),
  ['curves', heron, walk, '--action', 'walk'],
  ['curves', heron, walk, '--action', 'walk', '--json', '--sample', '3'],
  ['pose', heron, walk, '--action', 'walk', '--frame', '4', '--vertices'],
  ['check', 'public/samples/broken', '--fix', '-o', kOut],
  ['pack', 'public/samples/heron', '-o', `${kOut}/heron.glb`],
  ['figure', 'public/samples/heron', '-o', `${kOut}/figure.html`],
  ['copy', kOut],
  ...['glb', 'qmsh.tmp', 'qmsh', 'scene', 'pivot', 'json'].map((kind) => [
    'convert',
    heron,
    walk,
    '-o',
    `${kOut}/heron.${kind}`,
    '--report',
    `${kOut}/report.json`,
  ]),
  ['convert', heron, walk, '-o', `${kOut}/heron.md5mesh`, '--for', 'doom3'],
  ['render', heron, walk, '-o', `${kOut}/heron.png`, '--size', '160x120', '--action', 'walk', '--frame', '3'],
  ['render', heron, walk, '-o', `${kOut}/heron.gif`, '--size', '64x48', '--animate', 'action'],
  ['render', heron, walk, '-o', `${kOut}/sheet.png`, '--animate', 'sheet'],
];

/** Whole folders at once. */
const wide = [
  ...['pretty', 'md', 'csv'].map((format) => ['inspect', 'tests/data', '--batch', '--format', format]),
  ...['pretty', 'json', 'sarif', 'junit'].map((format) => [
    'check',
    'tests/data',
    'public/samples',
    '--batch',
    '--format',
    format,
  ]),
  ...['md5', 'iqm', 'hostile', 'gltf', 'qmsh', 'kri'].map((name) => [
    'check',
    `tests/data/${name}`,
    '--batch',
    '--for',
    'all',
    '--json',
  ]),
  ...Object.values(kModels).flatMap((paths) => [
    ['inspect', ...paths, '--batch'],
    ['convert', ...paths, '--batch', '--to', 'glb', '-o', kOut],
    ['render', ...paths, '--batch', '--size', '64x48', '-o', kOut],
  ]),
  ['world', 'tests/data/world/valid', '--batch'],
  ['world', 'public/samples/island', '--batch', '--time', '0,2', '--json'],
  ['sound', 'public/samples/dusk/dusk.v2m'],
  ['sound', 'public/samples/dusk/dusk.v2m', '--format', 'csv'],
  ['convert', 'public/samples/dusk/dusk.v2m', '-o', `${kOut}/dusk.mid`],
];

/** Commands in the folder of other people's models. */
const corpora = [
  ...['md5', 'iqm'].map((name) => ['check', name, '--batch', '--for', 'all', '--json']),
  ...['pretty', 'csv'].map((format) => ['inspect', '.', '--batch', '--format', format]),
  ['check', '.', '--batch'],
];

export function commandCases(root, corpus, quick) {
  const cases = (folder, label, lists) =>
    lists.map((args) => ({ kind: 'command', name: `${label} ${args.join(' ')}`.trim(), root, folder, files: args }));
  return [
    ...cases(root, 'vitrine', asked),
    ...(quick ? [] : cases(root, 'vitrine', wide)),
    ...(corpus ? cases(corpus, 'corpus: vitrine', corpora) : []),
  ];
}

export function askCommand(_vitrine, { root, folder, files: args }, say) {
  const out = mkdtempSync(join(tmpdir(), 'vitrine-guard-'));
  // What is made of the viewer's scripts has their size and changes with them.
  const sized = (text) =>
    ['copy', 'figure'].includes(args[0])
      ? text.replace(/[\d.,]+ (bytes|\w?i?B)\b/g, 'N $1').replace(/sha384-\S+/g, 'sha384')
      : text;
  const plain = (text) => sized(text).replaceAll(out, kOut);
  try {
    const env = { ...process.env, NO_COLOR: '1', LC_ALL: 'C', TZ: 'UTC' };
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'dist/node/cli.js'), ...args.map((arg) => arg.replace(/^OUT/, out))],
      { cwd: folder, env, encoding: 'utf8', maxBuffer: 1 << 30 },
    );
    say('printed', () => plain(stdout));
    say('told', () => `exit ${status}\n${plain(stderr)}`);
    const written = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    // What `copy` writes are the scripts themselves: only their names.
    if (args[0] === 'copy')
      say('wrote', () =>
        written
          .map(({ name }) => name)
          .sort()
          .join('\n'),
      );
    else
      for (const entry of written) {
        const path = join(entry.parentPath, entry.name);
        say(`wrote ${relative(out, path)}`, () =>
          entry.name === 'figure.html' ? withoutScripts(readFileSync(path, 'utf8')) : readFileSync(path),
        );
      }
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** A figure without the viewer's scripts, which the table of sizes is about. */
const withoutScripts = (html) =>
  html.replace(/<script\b[^>]*>[^]*?<\/script>/g, '<script></script>').replace(/'sha256-[^']+'/g, "'sha256'");
