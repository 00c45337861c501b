// Save: into the file that was opened, else as a download; with files beside it, as a zip.

import { plainName } from '../../../core/gzipName';
import { zipOf } from '../../zip';
import type { Bench } from '../bench';
import type { Disk } from './disk';

const kEnding = /\.world\.json$/i;

export class Saver {
  constructor(
    private readonly bench: Bench,
    private readonly disk: Disk,
  ) {}

  /** What was done, in words; undefined when nothing was. A copy never goes into the file. */
  async save(isCopy: boolean): Promise<string | undefined> {
    const { draft, file, kit } = this.bench,
      { text } = draft;
    try {
      if (!isCopy && (await this.disk.write(text))) {
        const joined = file.files.filter((each) => each.joined).map(({ name }) => name);
        if (joined.length === 0) return kit.t('{name} saved', { name: file.name });
        return kit.t('{name} saved. It needs beside it: {names}', { name: file.name, names: joined.join(', ') });
      }
    } catch (error) {
      this.bench.say(kit.t('{name} could not be written: {reason}', { name: file.name, reason: String(error) }));
      return undefined;
    }
    const name = downloadName(file.name, isCopy),
      files = file.files.filter((each) => file.base === undefined || each.joined);
    if (files.length === 0) {
      offer(kit, new Blob([text], { type: 'application/json' }), name);
      return kit.t('{name} saved as a download', { name });
    }
    const zipName = name.replace(kEnding, '.zip');
    const entries = [{ name, data: new Blob([text]) }, ...files];
    offer(kit, new Blob([await zipOf(entries)], { type: 'application/zip' }), zipName);
    return kit.t('{name} saved as a download', { name: zipName });
  }
}

/** Always one that is opened as a world. */
export function downloadName(name: string, isCopy: boolean): string {
  const stem = plainName(name).replace(kEnding, '');
  return `${stem}${isCopy ? '-copy' : ''}.world.json`;
}

function offer({ h }: Bench['kit'], blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  h('a', { attributes: { href: address, download: name } }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
