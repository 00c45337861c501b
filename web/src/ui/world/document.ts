// A world document as it is handed to the view.

export interface RoomFile {
  /** As the document names it. */
  name: string;
  data: Blob | ArrayBuffer;
}

export interface RoomDocument {
  text: ArrayBuffer;
  files: RoomFile[];
  /** Address of the document, beside which its files lie. */
  base?: string;
  time?: number;
  play: boolean;
}
