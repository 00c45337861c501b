// Several archives over one another, as engines mount them: the same path in a later one hides that in an earlier one,
// and a file that lies beside the archives hides both. Paths are compared without case, `\` and `/` are the same.

/** How paths are compared. */
export const foldPath = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .toLowerCase();

/** With the slash at its end; empty at the top. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Made once, and when first needed: that takes 20 ms, and one for each comparison twenty times as long as to compare. */
let collator: Intl.Collator | undefined;

/** Engines mount archives in the order of their names: `pak9` before `pak10`, whatever their case. */
export const byMountOrder = <Named extends { name: string }>(a: Named, b: Named): number => {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(a.name, b.name) || (a.name < b.name ? -1 : 1);
};

export interface Mounted {
  /** Path with the archive as a folder: `base/pak000.pk4/models/imp.md5mesh`. */
  name: string;
  /** The archive it lies in, as it was given; undefined for a file of its own. */
  archive?: string;
  /** The folder it is mounted at; by default the one that the archive lies in. */
  root?: string;
}

/** Visible files of these archives, earlier archives first, in their order. */
export function mounted<File extends Mounted>(files: readonly File[]): File[] {
  const seen = new Map<string, File>();
  const virtual = ({ name, archive, root }: File): string =>
    foldPath(archive === undefined ? name : (root ?? folderOf(archive)) + name.slice(archive.length + 1));
  for (const file of files) {
    const path = virtual(file),
      before = seen.get(path);
    if (before && before.archive === undefined && file.archive !== undefined) continue;
    seen.set(path, file);
  }
  const kept = new Set(seen.values());
  return files.filter((file) => kept.has(file));
}
