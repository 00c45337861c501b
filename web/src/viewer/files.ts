// What a person drops or chooses, as files with their paths. Folders are read to the end: readEntries hands out a
// hundred at a time.

import type { SourceFile } from '../engine/messages';

/** Must be called while the event is handled: afterwards the list of items is gone. */
export function filesOfDrop(transfer: DataTransfer): Promise<SourceFile[]> {
  const entries: (FileSystemEntry | File)[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry?.() ?? item.getAsFile();
    if (entry) entries.push(entry);
  }
  return Promise.all(
    entries.map((entry) => (entry instanceof File ? [{ name: entry.name, data: entry }] : filesOfEntry(entry))),
  ).then((lists) => lists.flat());
}

export function filesOfList(list: Iterable<File>): SourceFile[] {
  return Array.from(list, (file) => ({ name: file.webkitRelativePath || file.name, data: file }));
}

async function filesOfEntry(entry: FileSystemEntry): Promise<SourceFile[]> {
  const path = entry.fullPath.replace(/^\//, '') || entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ name: path, data: file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader(),
    files: SourceFile[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return files;
    for (const child of batch) files.push(...(await filesOfEntry(child)));
  }
}

/** The files of an address list, named by what their addresses end in. */
export async function filesOfUrls(urls: readonly string[], base: string): Promise<SourceFile[]> {
  return Promise.all(
    urls.map(async (url) => {
      const address = new URL(url, base),
        response = await fetch(address);
      if (!response.ok) throw new Error(`${url}: the server answered ${response.status}`);
      return { name: decodeURIComponent(address.pathname.split('/').pop() ?? url), data: await response.blob() };
    }),
  );
}
