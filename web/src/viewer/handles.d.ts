// The part of the File System Access API that the type library does not know yet.

export {};

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
