// The script of a page that stands alone: everything it shows is in it, and nothing is fetched.

import * as controls from '../element/controls';
import { configure } from '../element/element';
import { carryControls } from '../element/controlsLoader';
import { unpack } from '../element/unpack';
import { kDataId, type FigureData } from './data';

async function start(): Promise<void> {
  const viewer = document.querySelector('vitrine-viewer')!;
  const poster = viewer.querySelector('img');
  if (poster) viewer.poster = poster.src;
  const data = JSON.parse(document.getElementById(kDataId)!.textContent!) as FigureData;
  const imagesBinary = data.images && (await unpack(data.images)),
    [engine, wasmBinary, ...contents] = await Promise.all(
      [data.engine, data.wasm, ...data.files.map((file) => file.data)].map(unpack),
    );
  const engineUrl = URL.createObjectURL(new Blob([engine!], { type: 'text/javascript' })),
    { core } = data;
  configure({ engineUrl, worldUrl: engineUrl, wasmBinary: wasmBinary!, ...(imagesBinary && { imagesBinary }), core });
  const files = data.files.map(({ name }, i) => ({ name, data: contents[i]! }));
  await viewer.open(files, { read: data.read });
}

carryControls(controls);
void start();
