// Images of a game's palette on the page: the palette is looked for among the files of the document.

import type { VitrineError } from '../../base/errors';
import type { Issue } from '../../base/issues';
import { pushAll } from '../../base/lists';
import { isPalette, paletteNameOf, trueColour } from '../../images/paletted';
import type { SourceFile } from '../../protocol/files';
import { plainData } from '../archiveFile';

const bytesOf = async (data: Blob | ArrayBuffer): Promise<Uint8Array> =>
  new Uint8Array(data instanceof Blob ? await data.arrayBuffer() : data);

/** Rejects with VitrineError, and tells `lacking`, as trueColour does. */
export async function inColour(
  sources: readonly SourceFile[],
  name: string,
  data: Blob | ArrayBuffer,
  lacking?: Issue[],
): Promise<Blob | ArrayBuffer> {
  const wanted = paletteNameOf(name);
  if (wanted === undefined) return data;
  const source = sources.find((each) => isPalette(each.name, wanted));
  const palette = source && (await bytesOf(await plainData(source.name, source.data)));
  const said = ({ issues }: VitrineError): void => {
    if (lacking)
      pushAll(
        lacking,
        issues.map((issue) => ({ ...issue, source: name })),
      );
  };
  return new Blob([trueColour(name, await bytesOf(data), palette, undefined, said)], { type: 'image/bmp' });
}

declare module '../lazyScripts' {
  interface StoredFrames {
    inColour: typeof inColour;
  }
}
