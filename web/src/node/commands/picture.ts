// A picture that a command draws, and what is told of it once it is a file.

import { plain } from '../terminal';

export interface Picture {
  width: number;
  height: number;
  png: Uint8Array;
}

export type Written<P extends Picture> = Omit<P, 'png'> & { output: string; bytes: number };

export const writtenAs = <P extends Picture>(output: string, { png, ...facts }: P): Written<P> => ({
  output,
  ...facts,
  bytes: png.byteLength,
});

export const lineOf = ({ output, width, height, bytes }: Written<Picture>, name: string): string =>
  `${plain(output)}: ${width} x ${height} pixels of ${plain(name)}, ${bytes} bytes`;
