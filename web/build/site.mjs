// `npm run site`: dist/site, the folder that a static host serves: application, documentation, samples, examples, the embed page
// and the files of the element. `--base /PATH/` where it lies on its host, `--url ADDRESS` its full address, which programs
// that show links need. `--built` takes dist/ as it is.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { escapeHtml, unescapeHtml } from './docs/page.mjs';
import { filesBelow, root, stop } from './run.mjs';
import { importSource } from './source.mjs';

/** What lies in dist/ for Node, for `vitrine figure` and for editors alone. */
const kNotServed = /^(node|figure|hosts|base|images|archives|verdicts|core|formats|protocol|viewer|music|element|site)$|^(custom-elements\.json|readme\.png)$/;
/** A project of a bundler is no page. */
const isServed = (path) => !path.endsWith('.d.ts') && !path.split(sep).join('/').endsWith('/examples/vite');
const kPicture = 'card.png';
const kTexts = {
  title: 'Vitrine',
  description: 'Opens the 3D models of forgotten engines in the browser: drop a file and see it move.',
  alt: 'A heron, walking',
};

/** { base, url } of what was given; throws for what is neither. */
export function placeOf({ base, url }) {
  if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    throw new Error(`--url is the http or https address of the site, not ${url}`);
  const own = url === undefined ? undefined : new URL(url.endsWith('/') ? url : `${url}/`),
    path = base ?? own?.pathname ?? '/';
  if (!/^\/([\w.~%-]+\/)*$/.test(path)) throw new Error(`--base begins and ends with a slash, as /vitrine/, not ${path}`);
  if (own && own.pathname !== path) throw new Error(`--base ${path} is not the path of --url ${url}`);
  return { base: path, url: own && `${own.origin}${path}` };
}

/** The picture of the site's card: a sample, drawn by Vitrine's own renderer. */
async function picture(product, { width, height }) {
  const { createVitrine } = await import(pathToFileURL(join(product, 'node/index.js')));
  const vitrine = await createVitrine(),
    samples = JSON.parse(readFileSync(join(root, 'public/samples/index.json'), 'utf8'));
  const names = samples.find(({ name }) => name === 'heron').files.filter((file) => /mesh$|walk|png$/.test(file));
  const document = vitrine.open(names.map((name) => ({ name, bytes: readFileSync(join(root, 'public/samples', name)) })));
  return document.renderPng({ action: 'walk', time: 0.3, width, height });
}

/** The first paragraph of a page of the documentation, as text. */
function firstWords(html) {
  const [, text = ''] = /<main\b[^]*?<p>([^]*?)<\/p>/.exec(html) ?? [];
  const plain = unescapeHtml(text.replace(/<[^>]*>/g, ''));
  return plain.length > 200 ? `${plain.slice(0, 197).replace(/\s+\S*$/, '')}...` : plain;
}

/** Headers by path. No file has a name that changes with its contents, so each is asked for again, and answered with 304. */
function headersOf(base) {
  const always = ['X-Content-Type-Options: nosniff', 'Referrer-Policy: strict-origin-when-cross-origin', 'Cache-Control: no-cache'];
  return [
    [`${base}*`, always],
    // Other sites show the element and the samples from here.
    ...['*.js', '*.mjs', '*.wasm', 'styles/*', 'samples/*', 'examples/*'].map((path) => [`${base}${path}`, ['Access-Control-Allow-Origin: *']]),
    [`${base}*.wasm`, ['Content-Type: application/wasm']],
  ];
}

const netlify = (headers) => headers.map(([path, lines]) => `${path}\n${lines.map((line) => `  ${line}\n`).join('')}`).join('\n');

const vercel = (headers) =>
  `${JSON.stringify(
    {
      headers: headers.map(([path, lines]) => ({
        source: path.replace(/[.]/g, '\\.').replace(/\*/g, '(.*)'),
        headers: lines.map((line) => ({ key: line.slice(0, line.indexOf(':')), value: line.slice(line.indexOf(':') + 2) })),
      })),
    },
    undefined,
    2,
  )}\n`;

/** For the files that other sites show, by their endings. */
const apache = (endings, base) => `# For Apache, with mod_headers.
ErrorDocument 404 ${base}404.html
AddType application/wasm .wasm
AddType application/manifest+json .webmanifest
AddType text/javascript .mjs
<IfModule mod_headers.c>
  Header set X-Content-Type-Options "nosniff"
  Header set Referrer-Policy "strict-origin-when-cross-origin"
  Header set Cache-Control "no-cache"
  <FilesMatch "\\.(${endings.join('|')})$">
    Header set Access-Control-Allow-Origin "*"
  </FilesMatch>
</IfModule>
`;

/** Writes the site below `out`; `product` is a built dist/ with its documentation. Returns the paths of its files. */
export async function buildSiteFolder(out, { base = '/', url } = {}, product = join(root, 'dist')) {
  if (!existsSync(join(product, 'docs/index.html'))) throw new Error('dist/docs is not there: run npm run build');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  // One by one: the site lies in the folder that it is copied from.
  for (const name of readdirSync(product))
    if (!kNotServed.test(name))
      cpSync(join(product, name), join(out, name), { recursive: true, filter: isServed });
  const { cardTags, cardSize } = await importSource('web/src/core/card.ts');
  writeFileSync(join(out, kPicture), await picture(product, cardSize));
  const home = url ?? base;
  for (const path of filesBelow(out, '.html')) {
    const name = relative(out, path).split(sep).join('/'),
      html = readFileSync(path, 'utf8');
    const [, title = kTexts.title] = /<title>([^<]*)<\/title>/.exec(html) ?? [],
      description = name.startsWith('docs/') ? firstWords(html) || kTexts.description : kTexts.description;
    const address = `${home}${name.replace(/(^|\/)index\.html$/, '$1')}`;
    const tags = cardTags({
      ...kTexts,
      title: unescapeHtml(title),
      description,
      image: `${home}${kPicture}`,
      ...(url !== undefined && { url: address }),
    });
    if (!html.includes('name="description"')) tags.push(`<meta name="description" content="${escapeHtml(description)}">`);
    if (url !== undefined) tags.push(`<link rel="canonical" href="${address}">`);
    // The page for addresses that do not exist is answered below any of them.
    writeFileSync(path, html.replace('<base href="/"', `<base href="${base}"`).replace('</title>', () => `</title>\n    ${tags.join('\n    ')}`));
  }
  const headers = headersOf(base);
  writeFileSync(join(out, '_headers'), netlify(headers));
  writeFileSync(join(out, 'vercel.json'), vercel(headers));
  const shown = ['samples', 'examples', 'styles'].flatMap((folder) => filesBelow(join(out, folder), '')).map((path) => extname(path).slice(1));
  writeFileSync(join(out, '.htaccess'), apache([...new Set(['js', 'mjs', 'wasm', ...shown])].filter((ending) => /^\w+$/.test(ending)).sort(), base));
  // GitHub Pages would leave out files that begin with an underscore.
  writeFileSync(join(out, '.nojekyll'), '');
  writeFileSync(join(out, 'robots.txt'), `User-agent: *\nAllow: ${base}\n${url === undefined ? '' : `Sitemap: ${url}sitemap.xml\n`}`);
  if (url !== undefined) writeFileSync(join(out, 'sitemap.xml'), sitemap(out, url));
  await renewServiceWorker(out);
  return filesBelow(out, '').map((path) => relative(out, path).split(sep).join('/'));
}

function sitemap(out, url) {
  const pages = ['', ...filesBelow(join(out, 'docs'), '.html').map((path) => relative(out, path).split(sep).join('/'))];
  const entry = (page) => `  <url><loc>${url}${page.replace(/(^|\/)index\.html$/, '$1')}</loc></url>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${pages.map(entry).join('')}</urlset>\n`;
}

/** It knows the hashes of the page's files, of which index.html has changed. */
async function renewServiceWorker(out) {
  const { writeServiceWorker } = await import('./offline.mjs');
  await writeServiceWorker(out);
}

if (process.argv[1]?.endsWith('site.mjs')) {
  const usage = 'npm run site -- [--base /PATH/] [--url ADDRESS] [--built]';
  let place, given;
  try {
    given = parseArgs({ options: { base: { type: 'string' }, url: { type: 'string' }, built: { type: 'boolean' } } }).values;
    place = placeOf(given);
  } catch (error) {
    stop(`${error.message}\n${usage}`);
  }
  if (!given.built) await import('./build.mjs');
  const files = await buildSiteFolder(join(root, 'dist/site'), place);
  console.log(`\n${files.length} files in dist/site, to be served from ${place.url ?? place.base}`);
  if (place.url === undefined) console.log('Programs that show links find no picture without the full address: --url https://HOST/PATH/');
}
