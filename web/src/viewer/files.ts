// Dropped or chosen files with their paths. Folders are read to the end: readEntries hands out a
// hundred at a time. Where the browser gives handles (File System Access), files remember where they lie on disk.

import { pushAll } from '../base/lists';
import type { SourceFile } from '../protocol/files';

/** Where a file lies on disk, for those that came with a handle. */
const handles = new WeakMap<Blob, FileSystemFileHandle>();

export const handleOf = (file: Blob): FileSystemFileHandle | undefined => handles.get(file);

/** Folders that were dropped or chosen: files may come into them later. */
const folders = new Map<string, FileSystemDirectoryHandle>();

export const droppedFolders = (): readonly FileSystemDirectoryHandle[] => [...folders.values()];

/** Files in those folders, by path. Stops after `most` entries. */
export async function filesInFolders(most: number): Promise<Map<string, FileSystemFileHandle>> {
  const found = new Map<string, FileSystemFileHandle>();
  let left = most;
  const look = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
    for await (const child of folder.values()) {
      if (--left < 0) return;
      const name = `${path}/${child.name}`;
      if (child.kind === 'directory') await look(child as FileSystemDirectoryHandle, name);
      else found.set(name, child as FileSystemFileHandle);
    }
  };
  // A folder may be gone.
  for (const [name, folder] of folders) await look(folder, name).catch(() => undefined);
  return found;
}

/** The file as it is on disk now. */
export async function readHandle(handle: FileSystemFileHandle): Promise<File> {
  const file = await handle.getFile();
  handles.set(file, handle);
  return file;
}

/** Called with each file of a folder as it is found. */
export type FileFound = (file: SourceFile) => void;

/** Must be called while the event is handled: afterwards the list of items is gone. */
export function filesOfDrop(transfer: DataTransfer, found?: FileFound): Promise<SourceFile[]> {
  const dropped: Promise<SourceFile[]>[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    // Both are requested during the event; a handle is better, as it can be read again.
    const handle = item.getAsFileSystemHandle?.().catch(() => null),
      entry = item.webkitGetAsEntry?.() ?? item.getAsFile();
    dropped.push(
      Promise.resolve(handle ?? null).then(async (held) => {
        if (held) return filesOfHandle(held, '', found);
        if (!entry) return [];
        return entry instanceof File ? [{ name: entry.name, data: entry }] : filesOfEntry(entry, found);
      }),
    );
  }
  return Promise.all(dropped).then((lists) => lists.flat());
}

export function filesOfList(list: Iterable<File>): SourceFile[] {
  return Array.from(list, (file) => ({ name: file.webkitRelativePath || file.name, data: file }));
}

/** A file, or all that lie below a folder, by name. */
export async function filesOfHandle(handle: FileSystemHandle, above = '', found?: FileFound): Promise<SourceFile[]> {
  const name = above + handle.name;
  if (handle.kind === 'file') {
    const file = { name, data: await readHandle(handle as FileSystemFileHandle) };
    found?.(file);
    return [file];
  }
  if (above === '') folders.set(name, handle as FileSystemDirectoryHandle);
  const files: SourceFile[] = [];
  for await (const child of (handle as FileSystemDirectoryHandle).values())
    pushAll(files, await filesOfHandle(child, `${name}/`, found));
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Browsers of many phones have no dialog for folders. */
export const choosesFolders = (): boolean =>
  'showDirectoryPicker' in globalThis || 'webkitdirectory' in HTMLInputElement.prototype;

/**
 * Files chosen in the dialog that gives handles; `fallBack` shows another where there is none, or where it may not be
 * shown. Nothing when the user changes their mind.
 */
export async function chooseFiles(folder: boolean, fallBack: () => void, found?: FileFound): Promise<SourceFile[]> {
  const pick = folder ? globalThis.showDirectoryPicker : globalThis.showOpenFilePicker;
  if (!pick) {
    fallBack();
    return [];
  }
  try {
    const chosen = folder
      ? [await globalThis.showDirectoryPicker!({ mode: 'read' })]
      : await globalThis.showOpenFilePicker!({ multiple: true });
    return (await Promise.all(chosen.map((handle: FileSystemHandle) => filesOfHandle(handle, '', found)))).flat();
  } catch (error) {
    const reason = error instanceof DOMException ? error.name : '';
    // Frames of other origins may not show it.
    if (reason === 'SecurityError' || reason === 'NotAllowedError') fallBack();
    else if (reason !== 'AbortError') throw error;
    return [];
  }
}

async function filesOfEntry(entry: FileSystemEntry, found?: FileFound): Promise<SourceFile[]> {
  const path = entry.fullPath.replace(/^\//, '') || entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found?.({ name: path, data: file });
    return [{ name: path, data: file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader(),
    files: SourceFile[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return files;
    for (const child of batch) pushAll(files, await filesOfEntry(child, found));
  }
}

/** The part of the File System Access API that the type library does not know yet. */
declare global {
  interface DataTransferItem {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
  interface FileSystemHandle {
    requestPermission?(options: { mode: 'read' | 'readwrite' }): Promise<PermissionState>;
  }
  interface FileSystemDirectoryHandle {
    values(): AsyncIterableIterator<FileSystemHandle>;
  }
  interface FileSystemObserver {
    observe(handle: FileSystemHandle): Promise<void>;
    disconnect(): void;
  }
  var showOpenFilePicker: ((options?: { multiple?: boolean }) => Promise<FileSystemFileHandle[]>) | undefined;
  var showDirectoryPicker: ((options?: { mode?: 'read' }) => Promise<FileSystemDirectoryHandle>) | undefined;
  var FileSystemObserver: (new (changed: (records: readonly unknown[]) => void) => FileSystemObserver) | undefined;
}
