// import { openPaths } from 'vitrine/files': documents out of paths, as the command takes them. For hosts with a disk; the
// module itself touches none.

import { kindOf } from '../base/given';
import { UsageError } from './command';
import { gather } from './files';
import { type OpenOptions, type Vitrine, type VitrineDocument, VitrineError } from './index';
import { type Bytes, checkOpenOptions } from './inputs';
import { isSystemError } from './system';

/**
 * One document of files, folders, glob patterns and archives (zip, pk3, pk4, PAK). Images and other companions are looked
 * for beside the files; `options.resolve` is asked first. Throws VitrineError: FILES_UNREADABLE for paths that name
 * nothing Vitrine knows or that cannot be read, else what `vitrine.open` throws.
 */
export async function openPaths(
  vitrine: Vitrine,
  paths: string | readonly string[],
  options: OpenOptions = {},
): Promise<VitrineDocument> {
  checkOpenOptions(options);
  const wrong = [paths].flat().find((path) => typeof path !== 'string');
  if (wrong !== undefined) throw new TypeError(`a path is a string, not ${kindOf(wrong)}`);
  // A file may be called `-`; standard input is the command's.
  const operands = [paths].flat().map((path) => (path === '-' ? './-' : path));
  const { files, resolve } = await gather(
    operands,
    vitrine.formats.flatMap(({ extensions }) => extensions),
  ).catch((error: unknown) => {
    if (error instanceof UsageError || isSystemError(error)) throw new VitrineError('FILES_UNREADABLE', error.message);
    throw error;
  });
  const own = (name: string): Bytes | undefined => options.resolve?.(name) ?? resolve(name);
  return vitrine.open(files, { ...options, resolve: Object.assign(own, { around: resolve.around }) });
}
