// Colours for the blocks of code, as classes: the pages need no script for them.

// highlight.js: grammars for all languages of the documentation, without dependencies of its own.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

import { escapeHtml } from './page.mjs';

const languages = { bash, cpp, css, javascript, json, xml, yaml };
for (const [name, grammar] of Object.entries(languages)) hljs.registerLanguage(name, grammar);

/** Code as HTML. Languages without a grammar, such as `text`, stay plain. */
export const highlight = (code, language) =>
  language && hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code);
