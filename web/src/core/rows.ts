// Types of the rows of formats and of export kinds (see formats.ts).

/** A switch for how files of some formats are read. */
export interface ReadingOption {
  /** Where it stands in ReadOptions. */
  path: readonly string[];
  /** In addresses. */
  word: string;
  /** On the command line. */
  flag: string;
  help: string;
  /** Beside the page's switch, if it has one. */
  label?: string;
  effect?: string;
  /** Code of the error that it lets pass, if any. */
  accepts?: string;
  formats: readonly string[];
}

export interface ExportOptionRow {
  name: string;
  type: 'switch' | 'choice' | 'number';
  /** In menus. */
  label: string;
  effect?: string;
  /** On the command line; turns a switch off that is on. */
  flag: { name: string; value: string; help: string };
  default?: boolean;
  choices?: readonly { value: string; label: string }[];
  /** The values of the choices are numbers. */
  numeric?: boolean;
  least?: number;
  most?: number;
}

export interface ExportKindRow {
  /** Also the ending of such a file. */
  id: string;
  title: string;
  /** Holds images. */
  images: boolean;
  options: readonly ExportOptionRow[];
}
