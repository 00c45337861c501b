// vitrine view: the page with these files, which follows them as they change on disk.

import { type Command, jsonOption } from '../command';
import { checkedNames } from '../engines';
import { examples } from '../help';
import { engineKinds } from './convert';
import { loadOptions } from '../load';

const kPort = 8421;

export const view: Command = {
  name: 'view',
  summary: 'shows the files in the browser and reloads them when they change on disk',
  operands: 'FILE...',
  options: {
    port: { value: 'N', text: `port on 127.0.0.1 (default: ${kPort}); the next free one if it is taken` },
    for: {
      value: 'ENGINE|all',
      choices: () => [...checkedNames(), 'all'],
      text: 'engine, or reader of glTF, to check for after each change; several, separated by commas',
    },
    out: {
      value: 'DIR',
      needs: 'for',
      text: 'a folder for the files that the engine reads: they are converted anew after each change',
    },
    to: {
      value: 'KIND',
      needs: 'out',
      choices: () => engineKinds,
      text: `their format, one of ${engineKinds.join(', ')}; default: the first that the engine reads`,
    },
    'no-open': { text: 'prints the address and opens no browser' },
    'no-watch': { text: 'shows the files as they are now' },
    format: { value: 'pretty|json', text: 'what is printed: lines (default), or one JSON object per line' },
    json: jsonOption,
    ...loadOptions,
  },
  examples: examples.view,
  failure: 'the page is missing from this installation',
  // Imported when it runs: an HTTP server takes as long to load as all other commands.
  run: async (context) => (await import('../view/serve')).serve(context, kPort),
};
