// The frame around every page of the documentation.

import { formatPages } from './formats.mjs';

export const escapeHtml = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
/** The text that HTML without tags stands for. */
export const unescapeHtml = (html) => html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]);

const chapters = [
  [
    'Start',
    [
      ['index.html', 'Overview'],
      ['install.html', 'Install'],
      ['first.html', 'First model in five minutes'],
      ['using.html', 'Using the application'],
      ['wrong.html', 'My model looks wrong'],
      ['quake.html', 'Quake models explained'],
      ['blender.html', 'From Blender to a game'],
      ['blender-vkquake.html', 'From Blender to vkQuake'],
      ['blender-doom3.html', 'From Blender to Doom 3'],
      ['blender-iqm.html', 'From Blender to IQM'],
      ['blender-qmsh.html', 'From Blender to QMSH'],
      ['blender-kri.html', 'From Blender to KRI'],
      ['browsers.html', 'Browsers'],
      ['fixing.html', 'Fixing files'],
      ['files-found.html', 'Which file is meant'],
      ['engines.html', 'Engines'],
      ['view.html', 'Live view'],
    ],
  ],
  [
    'Embed',
    [
      ['embed.html', 'Embedding'],
      ['hosts.html', 'Bundlers and site generators'],
      ['element.html', 'The element'],
      ['iframe.html', 'Iframe and messages'],
      ['policy.html', 'Security policy'],
      ['standalone.html', 'Standalone page'],
      ['site.html', 'A site of your own'],
    ],
  ],
  [
    'Automate',
    [
      ['cli.html', 'Command line'],
      ['ci.html', 'Continuous integration'],
      ['api.html', 'JavaScript module'],
      ['recipes.html', 'Recipes for Node'],
      ['rendering.html', 'Rendering without a browser'],
      ['worlds.html', 'Playing world documents'],
      ['workbench.html', 'Making worlds'],
      ['music.html', 'Music'],
      ['song.html', 'Songs alone'],
    ],
  ],
  [
    'Formats',
    [
      ['formats.html', 'All formats'],
      ...formatPages.map(({ page, nav }) => [`formats/${page}.html`, nav]),
      ['losses.html', 'Conversion losses'],
      ['readers.html', 'Readers of GLB'],
    ],
  ],
  [
    'Reference',
    [
      ['codes/index.html', 'Messages'],
      ['limits.html', 'Limits'],
      ['engine-rules.html', 'Engine rules'],
      ['engine-profiles.html', 'Add an engine'],
      ['engine-agreement.html', 'Agreement of the engine check'],
      ['reliability.html', 'Reliability'],
      ['terms.html', 'Glossary'],
    ],
  ],
  [
    'Contribute',
    [
      ['architecture.html', 'Architecture'],
      ['add-a-format.html', 'Adding a format'],
      ['robustness.html', 'Robustness'],
      ['performance.html', 'Performance'],
      ['style.html', 'Style'],
    ],
  ],
];

function navigation(path) {
  const inDocs = '../'.repeat(path.split('/').length - 1);
  const link = ([to, text]) => {
    const here = to === path || (to === 'codes/index.html' && path.startsWith('codes/')) || (to === 'api.html' && path.startsWith('api/'));
    return `<li><a href="${inDocs}${to}"${here ? ' aria-current="page"' : ''}>${text}</a></li>`;
  };
  return chapters.map(([name, links]) => `<h2>${name}</h2><ul>${links.map(link).join('')}</ul>`).join('\n');
}

/** `up` leads from the page to the folder above the site, where the page and the scripts lie. */
export function page({ path, up, html, title, headings }) {
  const inDocs = '../'.repeat(path.split('/').length - 1);
  const contents =
    headings.length > 2
      ? `<nav class="contents" aria-label="On this page"><ul>${headings.map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`).join('')}</ul></nav>`
      : '';
  const viewers = html.includes('<vitrine-viewer') || html.includes('class="example"');
  const script = viewers ? `\n    <script type="module" src="${up}element.js"></script>` : '';
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; worker-src 'self' blob:; base-uri 'none'; form-action 'none'" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)}${path === 'index.html' ? '' : ' · Vitrine'}</title>
    <link rel="icon" href="${up}icons/vitrine.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${inDocs}docs.css" />
    <script type="module" src="${inDocs}docs.js"></script>${script}
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <header>
      <a href="${inDocs}index.html">Vitrine</a>
      <form class="search" role="search" data-base="${inDocs}" hidden>
        <input type="search" placeholder="Search" aria-label="Search the documentation" aria-keyshortcuts="/" autocomplete="off" />
        <span role="status"></span>
        <ul hidden></ul>
      </form>
      <a href="${up}index.html">Open the application</a>
    </header>
    <nav class="chapters" aria-label="Documentation">${navigation(path)}</nav>
    <main id="content">${contents}
${html}</main>
  </body>
</html>
`;
}
