// Everything that crosses between the page and its engine. Commands and questions go in, events come out; each names its
// viewer, so that one engine serves any number of them. Numbers are seconds, radians and pixels of the drawing buffer.

import type { ReadOptions } from '../core/formats';
import type { LoadViewCoreOptions } from '../core/load';
import type { FormatInfo, Report, Vec4 } from '../core/report';
import type { CameraPose, FrameInfo, Framing, ViewSettings, ViewerId } from './view';
import type { SourceFile } from './files';
import type { PlaybackChange, PlaybackState } from './playback';
import type { Question } from './questions';

export type RequestId = number;

/** Where the engine shows a viewer's pictures. */
export type SurfaceCanvas = OffscreenCanvas | HTMLCanvasElement;

/** Where the cores lie. View cores show, if there are any, and the full core is loaded when it is first needed. */
export interface EngineCores {
  view?: LoadViewCoreOptions;
  whole?: CoreAddress;
  /** Lazy scripts of the engine, where they do not lie beside its own. */
  parts?: LazyScriptAddresses;
}
export interface CoreAddress {
  glueUrl?: string;
  wasmUrl?: string;
  wasmBinary?: ArrayBuffer;
}

/** Scripts of the engine that are fetched when something first needs them. */
export type LazyScript = 'engine-extras' | 'engine-frames' | 'export-images';
export type LazyScriptAddresses = Partial<Record<LazyScript, string>>;

/** Condition of a viewer's first frame: a document, or a document with its images; undefined for none. */
export type FirstFrame = 'model' | 'images';

/** Commands of a page to its engine, by name. */
interface Commands {
  attach: {
    canvas: SurfaceCanvas;
    width: number;
    height: number;
    camera: CameraPose;
    settings: ViewSettings;
    firstFrame?: FirstFrame | undefined;
  };
  detach: object;
  resize: { width: number; height: number; pixelRatio: number };
  visible: { visible: boolean };
  load: {
    request: RequestId;
    files: SourceFile[];
    add: boolean;
    action?: string;
    play: boolean;
    /** It shows before its images where these take longer than a few frames; otherwise with them. */
    early?: boolean | undefined;
    /** Holds for every file of the document, those that are there already included. */
    read?: ReadOptions;
    /** Address of a folder where images are looked for that the model names and that are missing. */
    imageFolder?: string | undefined;
    /** So many messages with more files will follow: first the images, then animations. */
    later?: number | undefined;
  };
  /** Files for the load of that number. */
  more: { request: RequestId; files: SourceFile[] };
  cancel: { request: RequestId };
  /** `count`: how many changes the viewer has asked for with this one. */
  playback: { change: PlaybackChange; count: number };
  camera: { camera: CameraPose };
  /** Another clock leads a world: it shows this time; undefined ends that. */
  follow: { time: number | undefined };
  settings: { settings: ViewSettings };
  /** Rotation override (x, y, z, w) of a node; null clears it, node -1 all. */
  rotateNode: { node: number; rotation: Vec4 | null };
  /** Loses the context, as a driver might, or brings it back: for tests. */
  context: { action: 'lose' | 'restore' };
}

export type Command = Named<Commands, { viewer: ViewerId }> | Question;

export type LoadPhase = 'reading' | 'parsing' | 'textures';

/** Facts about an engine with the full core: its versions, and the name of its GPU driver. */
export interface EngineFacts {
  version?: string;
  formats?: FormatInfo[];
  renderer?: string;
}

/** Events of an engine that concern all of its viewers. */
interface EngineEvents {
  /** Its worker holds its lifeline. */
  life: object;
  ready: { thread: 'worker' | 'page' } & EngineFacts;
  /** `ended`: its worker is gone, or its core has trapped over what shows. */
  failed: { code: string; message: string; ended?: boolean | undefined };
  frames: { frames: FrameInfo[] };
  context: { state: 'lost' | 'restored' };
}

/** Events of one viewer. */
interface ViewerEvents {
  progress: { request: RequestId; phase: LoadPhase; file: string; loaded: number; total: number };
  loaded: { request: RequestId; report: Report; framing: Framing; playback: PlaybackState; parseMs: number };
  /** Files have come for a document that was shown without them. */
  completed: { report: Report };
  refused: { request: RequestId; code: string; message: string; report?: Report };
  cancelled: { request: RequestId };
  /** `count`: number of the last change that the state includes. */
  playback: { playback: PlaybackState; framing?: Framing; ended: boolean; count: number };
  /** Answer to a question: of the type that its name has in `Questions`. */
  answer: { request: RequestId; answer: unknown };
}

export type EngineEvent = Named<EngineEvents> | Named<ViewerEvents, { viewer: ViewerId }>;

/** The members of a map, each with its name as `type`. */
type Named<Map, Common = object> = { [Name in keyof Map]: { type: Name } & Common & Map[Name] }[keyof Map];

/** The first message to a worker: everything after it is a Command, or a core that the page compiles. */
export interface StartMessage extends EngineCores {
  type: 'start';
  /** Name of the lock that the worker holds while it lives, from before it is ready. */
  life?: string | undefined;
}
/** The page compiles a view core: first that it does, then the module. */
export type ModuleMessage =
  | { type: 'compiling'; name: string }
  /** Nothing where the page could not. */
  | { type: 'compiled'; name: string; module?: WebAssembly.Module };

/** `transfer` leaves this side for good. */
export type Post = (event: EngineEvent, transfer?: Transferable[]) => void;
