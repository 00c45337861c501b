// <vitrine-viewer> in one classic script, for a page that is opened from a disk: there, modules, fetch and workers at an
// address are refused. The engine and the full core are inside; the page opens the bytes of its models itself.

import { carried } from './carried';
import * as controls from './controls';
import { configure } from './sharedEngine';
import { carryControls } from './controlsLoader';

async function start(): Promise<void> {
  const { url, cores } = await carried();
  configure({ engineUrl: url, core: 'whole', wasmBinary: cores.whole!.wasmBinary! });
  carryControls(controls);
  // Defined last: a viewer that is there already starts at once.
  await import('./element');
}

void start();
