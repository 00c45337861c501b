// From files to a document that can be drawn: reading with progress, loading, decoding of images. A load either ends in
// a new document or leaves everything as it was.

import { Document, type InputFile } from '../core/document';
import type { ReadOptions } from '../core/formats';
import type { CoreModule } from '../core/core';
import { unreadable, VitrineError } from '../base/errors';
import { isImageName } from '../core/names';
import { type Issue, type Report, type ReportTexture, Severity } from '../core/report';
import { isView } from '../core/viewCore';
import type { Cores } from './cores';
import { decodeImage } from './gl/texture';
import type { LoadPhase } from '../protocol/messages';
import { type SourceFile, sizeOf } from '../protocol/files';
import { plainData } from './archiveFile';
import { type LoadedDocument, sourcesInside } from './loaded';
import { fetchPart } from './lazyScripts';

/** The default of the core's limits (base/limits.h): larger files are refused before they are read. */
const kInputLimitBytes = 256 * 2 ** 20;

export class LoadCancelled extends Error {}

/** A load found nothing to show; the report, if there is one, has the reason. */
export class LoadRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly report?: Report,
  ) {
    super(message);
  }
}

export interface LoadHooks {
  cancelled(): boolean;
  progress(phase: LoadPhase, file: string, loaded: number, total: number): void;
  /** The core has looked at the document again: nothing is selected in it. */
  renewed?(document: Document): void;
}

const isImage = ({ name }: SourceFile): boolean => isImageName(name);
/** Lets messages in and, on the page's own thread, input and pictures. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Where images come from beside the files: what is named, and what the page still fetches. */
export interface ImagePlaces {
  folder?: string | undefined;
  coming?: Promise<readonly SourceFile[]> | undefined;
}

/**
 * A document that can be posed and drawn; its images follow. Throws LoadCancelled or LoadRefused. `fresh` names the files
 * that are new to the viewer.
 */
export async function loadDocument(
  cores: Cores,
  sources: SourceFile[],
  fresh: ReadonlySet<string>,
  hooks: LoadHooks,
  read: ReadOptions = {},
  places: ImagePlaces = {},
): Promise<LoadedDocument> {
  const models = sources.filter((source) => !isImage(source));
  const total = models.reduce((sum, source) => sum + sizeOf(source.data), 0);
  let before = 0;
  const files: InputFile[] = [];
  for (const source of models) {
    const bytes = await readSource(
      source,
      (loaded) => hooks.progress('reading', source.name, before + loaded, total),
      hooks,
    );
    files.push({ name: source.name, bytes });
    before += sizeOf(source.data);
  }
  hooks.progress('parsing', models[0]?.name ?? '', total, total);
  const given = { files, sources, fresh, read, places };
  const view = await cores.viewFor(files, read);
  if (view) {
    try {
      return await open(view, cores, given, hooks);
    } catch (error) {
      const partial = error instanceof NotInView || isPartial(error);
      if (error instanceof LoadCancelled || error instanceof LoadRefused) throw error;
      if (error instanceof VitrineError && !partial) throw error;
      // Other errors have no message for users.
      if (!partial) cores.leave(view);
    }
  }
  return open(await cores.whole(), cores, given, hooks);
}

interface Given {
  files: readonly InputFile[];
  sources: SourceFile[];
  fresh: ReadonlySet<string>;
  read: ReadOptions;
  places: ImagePlaces;
}

/** A view core leaves these files to the full core. */
class NotInView extends Error {}

/** Only the full core can, or the one for images did not come. */
const isPartial = (error: unknown): boolean => error instanceof VitrineError && error.code === 'CORE_PARTIAL';

async function open(core: CoreModule, cores: Cores, given: Given, hooks: LoadHooks): Promise<LoadedDocument> {
  const { files, sources, fresh, read, places } = given,
    images = sources.filter(isImage);
  const document = new Document(core, read);
  try {
    await breathe();
    document.addFiles(files, offered(images));
    if (hooks.cancelled()) throw new LoadCancelled();
    const start = performance.now();
    const shown = document.load();
    const parseMs = performance.now() - start;
    if (!shown && isView(core)) throw new NotInView();
    const report = document.report(false);
    const reason = shown
      ? failureOf(report, fresh)
      : (report.issues.messages[0]?.message ?? 'There is no model in these files.');
    if (reason !== undefined)
      throw new LoadRefused(report.issues.messages[0]?.code ?? 'NOTHING_TO_SHOW', reason, report);
    const loaded = { document, report, images: new Map(), sources, read, parseMs, complete: Promise.resolve() };
    loaded.complete = addImages(loaded, cores, images, places, hooks);
    // Those who await it get the error.
    loaded.complete.catch(() => undefined);
    // Images that are there are decoded on other threads meanwhile.
    await breathe();
    if (hooks.cancelled()) throw new LoadCancelled();
    return loaded;
  } catch (error) {
    // Before the document goes: a broken core is not asked to let go of it.
    cores.leaveView(core, error);
    document.dispose();
    throw error;
  }
}

const offered = (list: readonly SourceFile[]): { name: string; bytes: number }[] =>
  list.map(({ name, data }) => ({ name, bytes: sizeOf(data) }));

/** Finds, fetches and decodes the images of a document that may be shown already. */
async function addImages(
  loaded: LoadedDocument,
  cores: Cores,
  given: readonly SourceFile[],
  { folder, coming }: ImagePlaces,
  hooks: LoadHooks,
): Promise<void> {
  const { document } = loaded,
    { core } = document;
  let images = [...given];
  const stop = (): void => {
    if (hooks.cancelled()) throw new LoadCancelled();
  };
  if (loaded.report.info.textures.some(({ inside }) => inside)) images = [...images, ...sourcesInside(document)];
  const sent = (await coming) ?? [];
  stop();
  const warnings: Issue[] = [];
  const decode = decoder(core, cores, [...loaded.sources, ...sent], warnings);
  // Each is decoded while others still come.
  const found =
    folder === undefined
      ? []
      : await findImages(folder, loaded.report, hooks, (source) => decode(source).catch(() => undefined));
  stop();
  const fresh = [...sent, ...found];
  if (fresh.length > 0) {
    loaded.sources = [...loaded.sources, ...fresh];
    images = [...images, ...fresh];
    if (!document.load([], offered(fresh)) && isView(core)) throw new NotInView();
    hooks.renewed?.(document);
    loaded.report = document.report(false);
  }
  const decoded = await decodeImages(decode, loaded.report, images, hooks, warnings);
  if (hooks.cancelled()) decoded.forEach((image) => image.close());
  stop();
  loaded.images = decoded;
  if (warnings.length === 0) return;
  // The page may have the report already, and on its own thread the very same.
  const { issues } = loaded.report;
  loaded.report = {
    ...loaded.report,
    issues: {
      ...issues,
      messages: [...issues.messages, ...warnings],
      numWarnings: issues.numWarnings + warnings.length,
    },
  };
}

/** Adds files to a document that may be shown already. */
export async function addFiles(
  loaded: LoadedDocument,
  sources: readonly SourceFile[],
  hooks: LoadHooks,
): Promise<void> {
  if (sources.length === 0) return;
  const { document } = loaded;
  loaded.sources = [...loaded.sources, ...sources];
  const files: InputFile[] = [];
  for (const source of sources)
    files.push({ name: source.name, bytes: await readSource(source, () => undefined, hooks) });
  if (hooks.cancelled()) throw new LoadCancelled();
  document.addFiles(files);
  if (!document.load() && isView(document.core)) throw new NotInView();
  hooks.renewed?.(document);
  loaded.report = document.report(false);
}

type Decode = (source: SourceFile) => Promise<ImageBitmap>;

/** Makes what decodes the images of one document: on the page one that keeps to a budget. */
let newDecoder: () => typeof decodeImage = () => decodeImage;
export const decodeWith = (make: typeof newDecoder): void => void (newDecoder = make);

/** Decodes each image once. What the view core cannot decode, or not explain, goes to the full core. */
function decoder(core: CoreModule, cores: Cores, sources: readonly SourceFile[], lacking: Issue[]): Decode {
  const decoded = new Map<SourceFile, Promise<ImageBitmap>>(),
    decodeOne = newDecoder();
  const decode = async ({ name, data }: SourceFile): Promise<ImageBitmap> => {
    const plain = await coloured(sources, name, await plainData(name, data), lacking);
    return decodeOne(core, plain).catch(async (error: unknown) => {
      if (!isPartial(error)) throw error;
      return decodeOne(await cores.whole(), plain);
    });
  };
  return (source) => {
    const image = decoded.get(source) ?? decode(source);
    decoded.set(source, image);
    return image;
  };
}

/** Images of a game's palette, with the colours of the one among the files; `lacking` gets what is shown without. */
async function coloured(
  sources: readonly SourceFile[],
  name: string,
  data: Blob | ArrayBuffer,
  lacking: Issue[],
): Promise<Blob | ArrayBuffer> {
  if (!/\.(lmp|wal|pcx)$/i.test(name)) return data;
  return (await fetchPart('engine-frames')).inColour(sources, name, data, lacking);
}

/** A path of a disk, or of another host, is none here: its name is. */
const onThisSite = (path: string): string => {
  const plain = plainSlashes(path);
  return /^(?:\/|\w:|file:)/i.test(plain) ? plain.slice(plain.lastIndexOf('/') + 1) : plain;
};
const plainSlashes = (path: string): string => path.replaceAll('\\', '/');

/** The path with which a model asks for the file of this name. */
const pathOf = ({ searched }: ReportTexture, name: string): string =>
  searched.map(plainSlashes).find((path) => path.endsWith(`/${name}`) && !path.startsWith('.')) ?? name;

/** Endings in the order in which they are tried for images that a model names without one. */
const kImageEndings = ['.png', '.tga', '.jpg', '.dds'];
const endingOf = (name: string): string => name.slice(name.lastIndexOf('.')).toLowerCase();

/**
 * Missing images of a model, from a folder beside the model. A whole file name is asked for as it stands.
 * Of names without an ending only those of base colours are tried, each ending in turn, and first the one that was right
 * before: every other guess would be a request for nothing. `came` is called for each as it arrives.
 */
async function findImages(
  folder: string,
  report: Report,
  hooks: LoadHooks,
  came: (source: SourceFile) => void,
): Promise<SourceFile[]> {
  const { textures, materials } = report.info;
  const colours = new Set(
    materials.flatMap(({ slots }) => slots.filter(({ role }) => role === 'diffuse').map(({ texture }) => texture)),
  );
  let likely = '';
  const baseName = (path: string): string => path.slice(path.search(/[^\\/]*$/));
  /** The path from the root of the game that the address of the model shows, if it does. */
  const fromRoot = (path: string): string[] => {
    const [, first] = /^(\w+)\//.exec(path) ?? [],
      at = first === undefined ? -1 : folder.toLowerCase().indexOf(`/${first.toLowerCase()}/`);
    return at < 0 ? [] : [new URL(encoded(path), folder.slice(0, at + 1)).href];
  };
  const encoded = (path: string): string => encodeURIComponent(path).replaceAll('%2F', '/');
  const candidates = ({ name, searched }: ReportTexture): string[] => {
    const [first, ...rest] = searched.map(baseName).filter(isImageName);
    if (first === undefined) return [];
    // One or two names with folders mean places beside the model; elsewhere folders are those of a game.
    if (isImageName(name)) return (rest[1] ?? searched.includes(first)) ? [first] : searched.map(onThisSite);
    const stem = (file: string): string => file.slice(0, -endingOf(file).length);
    const rank = (file: string): number => (endingOf(file) === likely ? -1 : kImageEndings.indexOf(endingOf(file)));
    return [first, ...rest]
      .filter((file) => stem(file) === stem(first) && kImageEndings.includes(endingOf(file)))
      .sort((x, y) => rank(x) - rank(y));
  };
  /** `known` is called as soon as it is clear which ending is right, before the image is there. */
  const find = async (texture: ReportTexture, known: () => void): Promise<SourceFile[]> => {
    for (const name of candidates(texture)) {
      if (hooks.cancelled()) break;
      const places = new Set([...fromRoot(pathOf(texture, name)), new URL(encoded(name), folder).href]);
      let response: Response | undefined;
      for (const place of places) {
        response = await fetch(place).catch(() => undefined);
        if (response?.ok) break;
      }
      if (!response?.ok) continue;
      likely = endingOf(name);
      known();
      const source = { name, data: await response.blob() };
      came(source);
      return [source];
    }
    known();
    return [];
  };
  const wanted = textures.filter(
    ({ name, status }, index) => status !== 'found' && (isImageName(name) || colours.has(index)),
  );
  const [first, ...rest] = wanted;
  if (!first) return [];
  let one: Promise<SourceFile[]> | undefined;
  const known = new Promise<void>((resolve) => (one = find(first, resolve)));
  await known;
  const others = rest.map((texture) => find(texture, () => undefined));
  return (await Promise.all([one!, ...others])).flat();
}

/** When every new file that is no image failed, the load failed: the message of the first error. */
function failureOf(report: Report, fresh: ReadonlySet<string>): string | undefined {
  const added = report.files.filter(({ name, role }) => fresh.has(name) && role !== 'texture').map(({ name }) => name);
  const errors = report.issues.messages.filter(({ severity }) => severity === 0);
  const failed = added.filter((name) => errors.some(({ source }) => source === name));
  return added.length > 0 && failed.length === added.length && fresh.size < report.files.length
    ? errors.find(({ source }) => source === failed[0])?.message
    : undefined;
}

async function readSource(
  source: SourceFile,
  progress: (loaded: number) => void,
  hooks: LoadHooks,
): Promise<Uint8Array> {
  const { name } = source;
  if (!(source.data instanceof ArrayBuffer) && sizeOf(source.data) > kInputLimitBytes) {
    throw new LoadRefused('LIMIT_INPUT', `${name} has ${sizeOf(source.data)} bytes, the limit is ${kInputLimitBytes}.`);
  }
  const data = await plainData(name, source.data, (unpacked) => {
    if (hooks.cancelled()) throw new LoadCancelled();
    progress(unpacked);
  });
  if (!(data instanceof Blob)) return new Uint8Array(data);
  const bytes = new Uint8Array(data.size);
  let loaded = 0;
  progress(0);
  try {
    for (const reader = data.stream().getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes.set(value, loaded);
      loaded += value.length;
      progress(loaded);
      if (hooks.cancelled()) {
        await reader.cancel();
        throw new LoadCancelled();
      }
    }
  } catch (error) {
    if (error instanceof LoadCancelled) throw error;
    throw new LoadRefused('FILE_UNREADABLE', unreadable(name));
  }
  return bytes.subarray(0, loaded);
}

/** A part of a source file; shorter at its end, empty where there is no such file. */
export async function readBytes(
  sources: readonly SourceFile[],
  file: string,
  offset: number,
  length: number,
): Promise<ArrayBuffer> {
  const source = sources.find(({ name }) => name === file);
  const part = source && (await plainData(file, source.data)).slice(offset, offset + length);
  return part instanceof Blob ? part.arrayBuffer() : (part ?? new ArrayBuffer(0));
}

/** `warnings` gets one for each image that cannot be decoded; the model shows without it. */
async function decodeImages(
  decode: Decode,
  report: Report,
  sources: readonly SourceFile[],
  hooks: LoadHooks,
  warnings: Issue[],
): Promise<Map<number, ImageBitmap>> {
  const decoded = new Map<number, ImageBitmap>();
  const wanted = report.info.textures.map(({ file }) => sources.find(({ name }) => name === file));
  let done = 0;
  const total = wanted.filter(Boolean).length;
  await Promise.all(
    wanted.map(async (source, index) => {
      if (!source) return;
      try {
        decoded.set(index, await decode(source));
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) throw error;
        const { code, message } = describe(error);
        const [issue] = error instanceof VitrineError ? error.issues : [];
        warnings.push({ ...issue, code, message, severity: Severity.Warning, source: source.name });
      }
      hooks.progress('textures', source.name, ++done, total);
    }),
  );
  return decoded;
}

/** Text for people out of anything thrown. */
export function describe(error: unknown): { code: string; message: string } {
  if (error instanceof LoadRefused || error instanceof VitrineError)
    return { code: error.code, message: error.message };
  return { code: 'ENGINE', message: error instanceof Error ? error.message : String(error) };
}
