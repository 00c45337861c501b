// The documentation site: Markdown of public/docs, the layout tables of the formats, the codes of the core, the help of
// the command and the types of the module, as static pages in dist/docs. Links are relative, so it can lie anywhere.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
// marked: the Markdown of CommonMark and tables, without dependencies of its own.
import { Marked } from 'marked';

import { filesBelow, root } from '../run.mjs';
import { apiIndex, apiPages } from './api.mjs';
import { cdnLines } from '../cdn.mjs';
import { codePages } from './codes.mjs';
import { commandReference } from './commands.mjs';
import { engineTable, frameTable, iqmTable, readerTable, ruleTable } from './engines.mjs';
import { figures } from './figures.mjs';
import { formatPages } from './formats.mjs';
import { highlight } from './highlight.mjs';
import { hostFiles } from './hosts.mjs';
import { escapeHtml, page, unescapeHtml } from './page.mjs';
import { searchIndex, sectionsOf } from './search.mjs';

const docs = join(root, 'public/docs');

/** Handwritten pages, by their path. */
function written() {
  const pages = filesBelow(docs, '.md')
    .filter((path) => dirname(path) === docs)
    .map((path) => [`${basename(path, '.md')}.html`, readFileSync(path, 'utf8')]);
  const layouts = formatPages.map(({ page, figure, text: source }) => {
    const text = source.replace(/\]\([^)]*?(\w+)\/FORMAT\.md\)/g, ']($1.html)');
    return [`formats/${page}.html`, figure ? text.replace(/^(# .*\n)/, `$1\n<!-- figure ${figure} -->\n`) : text];
  });
  return [...pages, ...layouts];
}

function idOf(text) {
  return text
    .toLowerCase()
    .replace(/<[^>]*>|&\w+;/g, '')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

/** Markdown to HTML, its title, and its headings of the second level. */
function render(markdown) {
  const headings = [],
    ids = new Map(),
    tables = new Map();
  let title = 'Vitrine',
    above = '';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens),
          base = idOf(html),
          before = ids.get(base) ?? 0,
          id = before === 0 ? base : `${base}-${before + 1}`;
        ids.set(base, before + 1);
        above = html.replace(/<[^>]*>/g, '');
        if (depth === 1) title = unescapeHtml(above);
        if (depth === 2) headings.push({ id, html });
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      table(token) {
        const row = (cells, tag) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        const number = (tables.get(above) ?? 0) + 1,
          label = `Table: ${above}${number > 1 ? `, ${number}` : ''}`;
        tables.set(above, number);
        // Wide tables scroll by themselves; a keyboard reaches them.
        return `<div class="table" role="region" aria-label="${label.replace(/"/g, '&quot;')}" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      code({ text, lang }) {
        return `<pre tabindex="0"><code${lang ? ` class="language-${escapeHtml(lang)}"` : ''}>${highlight(text, lang)}</code></pre>\n`;
      },
    },
  });
  return { html: marked.parse(markdown), title, headings };
}

/** A block of markup under `<!-- live -->` as a text field, and what the markup in it shows. */
function liveExamples(markdown, up) {
  let n = 0;
  return markdown.replace(/^<!-- live -->\n+```html\n([^]*?)^```$/gm, (_, code) => {
    const id = `example-${++n}`,
      rows = code.trimEnd().split('\n').length;
    return `<div class="example" data-folder="${up}"><label for="${id}">Change it: the viewer follows</label>
<textarea id="${id}" rows="${rows}" spellcheck="false" autocapitalize="off" autocomplete="off">
${escapeHtml(code)}</textarea>
<p class="bar"><button type="button" hidden>Reset</button> <span role="status"></span></p>
<div class="result"></div></div>`;
  });
}

/** Writes the site below `out`. `product` is a built dist/ with its types, which the examples are run with. */
export async function buildDocs(out, product) {
  const { createVitrine } = await import(`${product}/node/index.js`);
  const samples = JSON.parse(readFileSync(join(root, 'public/samples/index.json'), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [engines, frames, iqm, rules, readers] = await Promise.all([engineTable(), frameTable(), iqmTable(), ruleTable(), readerTable()]);
  const parts = {
    commands: () => commandReference(product),
    api: () => apiIndex(product),
    engines: () => engines,
    frames: () => frames,
    iqm: () => iqm,
    rules: () => rules,
    readers: () => readers,
  };
  const sources = [...written(), ...apiPages(product), ...codePages(await createVitrine())];
  const sections = [];
  for (const [path, markdown] of sources) {
    const up = '../'.repeat(path.split('/').length);
    const filled = liveExamples(markdown, up)
      .replace(/^<!-- (commands|engines|frames|iqm|rules|readers|api) -->$/gm, (_, name) => parts[name]())
      .replace(/^<!-- cdn -->$/m, () => `\`\`\`html\n${cdnLines(version, product)}\n\`\`\``)
      .replace(/^<!-- host (\S+) -->$/gm, (_, name) => hostFiles(name))
      .replace(/^<!-- figure (\S+)(?: (\S+))?(?: (\S+))? -->$/gm, (_, sample, action, controls) =>
        figures(samples, up, { sample, action, controls }),
      );
    const file = join(out, path);
    mkdirSync(dirname(file), { recursive: true });
    const rendered = render(filled);
    sections.push(...sectionsOf(path, rendered.html, rendered.title));
    writeFileSync(file, page({ path, up, ...rendered }));
  }
  writeFileSync(join(out, 'search.json'), await searchIndex(sections));
  await build({
    entryPoints: [join(root, 'web/src/docs/page.ts')],
    outfile: join(out, 'docs.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
  });
  writeFileSync(join(out, 'docs.css'), readFileSync(join(docs, 'docs.css')));
  cpSync(join(docs, 'pictures'), join(out, 'pictures'), { recursive: true });
  return sources.map(([path]) => path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const product = join(root, 'dist');
  console.log(`${(await buildDocs(join(product, 'docs'), product)).length} pages in dist/docs`);
}
