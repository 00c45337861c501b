// <vitrine-viewer> in one classic script, for a page that is opened from a disk: there, modules, fetch and workers at an
// address are refused. `vitrine copy --classic` writes the engine and the full core into it; the page opens the bytes of
// its models itself.

import engine from 'vitrine:engine';
import wasm from 'vitrine:wasm';

import * as controls from './controls';
import { carryControls } from './controlsHost';
import { configure } from './sharedEngine';
import { unpack } from '../base/carriedScripts';

async function start(): Promise<void> {
  const [script, wasmBinary] = await Promise.all([engine, wasm].map(unpack));
  const engineUrl = URL.createObjectURL(new Blob([script!], { type: 'text/javascript' }));
  configure({ engineUrl, core: 'whole', wasmBinary: wasmBinary! });
  carryControls(controls);
  // Defined last: a viewer that is there already starts at once.
  await import('./element');
}

void start();
