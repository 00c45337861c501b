// A page in one file: viewer, models, poster and table, for a mail or a wiki. It runs from a disk and fetches nothing.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { type Note, noteElements } from '../core/annotations';
import { htmlText } from '../core/card';
import type { ReadOptions } from '../core/formats';
import type { Report } from '../core/report';
import { kDataId, type FigureData } from '../figure/data';
import { plainEngine, plainScript, plainWorldEngine } from './plainScript';
import { problemCount } from './terminal';
import { coreBytes, type CoreName } from './viewable';

export interface FigureParts {
  title: string;
  report: Report;
  files: readonly { name: string; bytes: Uint8Array }[];
  poster?: Uint8Array;
  action?: string;
  time?: number;
  playing: boolean;
  /** The one that shows the files, and the one for images where it is needed. */
  cores: readonly CoreName[];
  read?: ReadOptions;
  notes?: readonly Note[];
  /** Tags for whoever shows a link to the page. */
  card?: readonly string[];
}

const besideThis = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const packed = (bytes: Uint8Array | string): string => gzipSync(bytes, { level: 9 }).toString('base64');
const hash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

const style = `:root{color-scheme:light dark}body{max-width:60rem;margin:0 auto;padding:24px 16px;font:15px/1.5 system-ui,sans-serif}
h1{font-size:1.3rem}figure{margin:0 0 24px}vitrine-viewer{display:block;aspect-ratio:4/3}vitrine-viewer>img{width:100%}
table{border-collapse:collapse;margin:0 0 24px;font-size:14px;font-variant-numeric:tabular-nums}
caption{padding-bottom:4px;font-weight:600;text-align:start}th,td{padding:3px 24px 3px 0;text-align:start;overflow-wrap:anywhere}
thead th{font-weight:400;opacity:.7}@media print{vitrine-viewer{max-width:32rem}}`;

/** The page; names out of files are text in it, never markup. */
export function figurePage({
  title,
  report,
  files,
  poster,
  action,
  time,
  playing,
  cores,
  read,
  notes,
  card = [],
}: FigureParts): string {
  const isWorld = report.format === 'world',
    whole = cores[0] === 'whole',
    parts = [
      'element-controls',
      'engine-onpage',
      ...(notes ? ['element-notes'] : []),
      ...(isWorld ? ['element-worldsong'] : []),
    ];
  const data: FigureData = {
    engine: packed(isWorld ? plainWorldEngine(whole) : plainEngine(whole)),
    wasm: packed(coreBytes(cores[0]!)),
    ...(cores[1] && { images: packed(coreBytes(cores[1])) }),
    core: whole ? 'whole' : 'view',
    ...(read && { read }),
    files: files.map(({ name, bytes }) => ({ name, data: packed(bytes) })),
  };
  const script = [
    ...parts.map((part) => plainScript(`${part}.js`)),
    plainScript('element.js', parts),
    besideThis('../figure/page.js'),
  ]
    .join('')
    .replaceAll('</script', '<\\/script')
    .replaceAll('<!--', '<\\!--');
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)} blob: 'wasm-unsafe-eval'`,
    `style-src ${hash(style)}`,
    'img-src data: blob:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const attributes = [
    ['alt', title],
    ['controls', 'full'],
    ['loading', 'eager'],
    ['loop', ''],
    ...(action !== undefined ? [['action', action]] : []),
    ...(time !== undefined ? [['time', String(time)]] : []),
    ...(playing ? [['playing', '']] : []),
  ].map(([name, value]) => (value === '' ? name : `${name}="${htmlText(value!)}"`));
  const image = poster
    ? `<img src="data:image/png;base64,${Buffer.from(poster).toString('base64')}" alt="${htmlText(title)}">`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Vitrine ${htmlText(report.vitrine)}">
<title>${htmlText(title)}</title>
${card.map((tag) => `${tag}\n`).join('')}<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>${htmlText(title)}</h1>
<figure>
<vitrine-viewer ${attributes.join(' ')}>${image}${noteElements(notes ?? [], htmlText).join('')}</vitrine-viewer>
</figure>
${tables(report)}
<script type="application/json" id="${kDataId}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

function tables({ format, files, issues, info }: Report): string {
  const { statistics, actions } = info;
  const counted = (['triangles', 'vertices', 'joints', 'materials', 'textures'] as const).filter(
    (name) => statistics[name] > 0,
  );
  const facts: [string, string | number][] = [
    ['format', format],
    ['files', files.map(({ name }) => name).join(', ')],
    ...counted.map((name): [string, string] => [name, statistics[name].toLocaleString('en')]),
    ...(issues.numErrors + issues.numWarnings > 0 ? [['problems', problemCount(issues)] as [string, string]] : []),
  ];
  const rows = facts.map(
    ([name, value]) => `<tr><th scope="row">${htmlText(name)}</th><td>${htmlText(value)}</td></tr>`,
  );
  const caption = format === 'world' ? 'World document' : 'Model';
  const model = `<table>\n<caption>${caption}</caption>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
  if (actions.length === 0) return model;
  const lines = actions.map(
    ({ name, duration, frames, frameRate }) =>
      `<tr><td>${htmlText(name)}</td><td>${duration.toFixed(3)} s</td><td>${frames || ''}</td><td>${frameRate > 0 ? `${frameRate} /s` : ''}</td></tr>`,
  );
  return `${model}
<table>
<caption>Actions</caption>
<thead><tr><th>name</th><th>duration</th><th>frames</th><th>rate</th></tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table>`;
}
