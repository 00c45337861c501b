// A sample is one file of this folder and one line in index.ts.

export interface SampleFile {
  /** Path relative to public/samples. */
  path: string;
  bytes: string | Uint8Array;
}

export interface Sample {
  /** Short name, unique: part of links to the sample. */
  name: string;
  title: string;
  /** One line on what it shows. */
  text: string;
  /** The action to begin with; bind pose without one. */
  action?: string;
  /** The panel that it is about, as links have it. */
  panel?: string;
  /** The picture among the files that the gallery shows for a song. It is not opened. */
  poster?: string;
  /** Makes the files; the first is the model. */
  build(): SampleFile[];
}
