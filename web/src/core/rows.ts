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
  type: 'switch' | 'choice' | 'number' | 'text';
  /** In menus. */
  label: string;
  effect?: string;
  default?: boolean;
  choices?: readonly { value: string; label: string }[];
  /** The values of the choices are numbers. */
  numeric?: boolean;
  least?: number;
  most?: number;
}

/** An option on the command line; it turns a switch off that is on. */
export interface ExportFlag {
  kind: string;
  option: string;
  name: string;
  value: string;
  help: string;
}

export interface ExportKindRow {
  /** Also the ending of such a file. */
  id: string;
  title: string;
  /** Holds images. */
  images: boolean;
  options: readonly ExportOptionRow[];
}
