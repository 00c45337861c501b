// The script of a page that stands alone, after the element's: everything it shows is in the page, and nothing is fetched.

import { carriedScripts, unpack } from '../base/carriedScripts';
import type * as element from '../element/element';
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
    { core } = data,
    { configure } = carriedScripts<{ element: typeof element }>().element!;
  configure({ engineUrl, worldUrl: engineUrl, wasmBinary: wasmBinary!, ...(imagesBinary && { imagesBinary }), core });
  const files = data.files.map(({ name }, i) => ({ name, data: contents[i]! }));
  await viewer.open(files, { read: data.read });
}

void start();
