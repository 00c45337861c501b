// Everything that crosses between the page and its engine. Commands go in, events come out; each names its viewer, so
// that one engine serves any number of them. Numbers are seconds, radians and pixels of the drawing buffer.

import type { CameraPose } from './camera';
import type { CurveList, CurvePicture, CurveQuery } from '../core/curves';
import type { ReadOptions } from '../core/formats';
import type { LoadViewCoreOptions } from '../core/load';
import type {
  StageAnswer,
  StageAsk,
  FaultAnswer,
  FaultAsk,
  ExportOutcome,
  TexturePicture,
  UvLayout,
} from './questions';
import type { FormatInfo, RecordMap, Report, Vec4 } from '../core/report';
import type { DocumentStatistics } from '../core/statistics';
import type { SourceFile } from './files';
import type { ViewSettings, Framing, FrameInfo, PickHit, ViewerId } from './view';
import type { PlaybackState, PlaybackChange } from './playback';
import type { Shot } from './tools';

export type RequestId = number;

/** Where the engine shows a viewer's pictures. */
export type SurfaceCanvas = OffscreenCanvas | HTMLCanvasElement;

/** Where the cores lie. Where there is one for viewing it shows, and the whole one is loaded when it is first needed. */
export interface EngineCores {
  view?: LoadViewCoreOptions;
  whole?: CoreAddress;
  /** Scripts that the engine fetches when it first needs them, where they do not lie beside its own. */
  parts?: PartAddresses;
}
export interface CoreAddress {
  glueUrl?: string;
  wasmUrl?: string;
  wasmBinary?: ArrayBuffer;
}

/** Scripts of the engine that are fetched when something first needs them. */
export type PartName = 'engine-extras' | 'export-images';
/** Where they lie. */
export type PartAddresses = Partial<Record<PartName, string>>;

export type Command =
  | {
      type: 'attach';
      viewer: ViewerId;
      canvas: SurfaceCanvas;
      width: number;
      height: number;
      camera: CameraPose;
      settings: ViewSettings;
      /** No picture before there is a document. */
      waits?: boolean;
    }
  | { type: 'detach'; viewer: ViewerId }
  | { type: 'resize'; viewer: ViewerId; width: number; height: number; pixelRatio: number }
  | { type: 'visible'; viewer: ViewerId; visible: boolean }
  | {
      type: 'load';
      viewer: ViewerId;
      request: RequestId;
      files: SourceFile[];
      add: boolean;
      action?: string;
      play: boolean;
      /** Holds for every file of the document, those that are there already included. */
      read?: ReadOptions;
      /** Address of a folder where images are looked for that the model names and nobody gave. */
      imageFolder?: string;
    }
  | { type: 'cancel'; viewer: ViewerId; request: RequestId }
  /** `count`: how many changes the viewer has asked for with this one. */
  | { type: 'playback'; viewer: ViewerId; change: PlaybackChange; count: number }
  | { type: 'camera'; viewer: ViewerId; camera: CameraPose }
  | { type: 'settings'; viewer: ViewerId; settings: ViewSettings }
  /** The local rotation (x, y, z, w) of a node, whatever the file or an action says; null puts it back, node -1 all. */
  | { type: 'rotateNode'; viewer: ViewerId; node: number; rotation: Vec4 | null }
  | { type: 'pick'; viewer: ViewerId; request: RequestId; x: number; y: number; surface?: boolean }
  | { type: 'curveList'; viewer: ViewerId; request: RequestId; action: number }
  | { type: 'curvePicture'; viewer: ViewerId; request: RequestId; action: number; query: CurveQuery }
  /** Bytes of a source file, named as it was given. */
  | { type: 'bytes'; viewer: ViewerId; request: RequestId; file: string; offset: number; length: number }
  /** What the record at an offset of a source file is made of. */
  | { type: 'record'; viewer: ViewerId; request: RequestId; file: string; offset: number }
  /** Places of things, and files put right. */
  | { type: 'faults'; viewer: ViewerId; request: RequestId; ask: FaultAsk }
  | { type: 'export'; viewer: ViewerId; request: RequestId; kind: string; options: object }
  /** The whole report, also where the core that shows the model keeps a shorter one. */
  | { type: 'inspect'; viewer: ViewerId; request: RequestId }
  /** What is counted beyond the report. */
  | { type: 'statistics'; viewer: ViewerId; request: RequestId }
  /** What an image file is, and its pixels. */
  | { type: 'texture'; viewer: ViewerId; request: RequestId; texture: number }
  /** Triangles of a mesh with the texture coordinates of a layer. */
  | { type: 'uv'; viewer: ViewerId; request: RequestId; mesh: number; layer: number }
  /** `rough`: a picture that still lacks its shadow is enough. */
  | { type: 'settle'; viewer: ViewerId; request: RequestId; rough?: boolean }
  /** Of the page's engine only. */
  | { type: 'stage'; viewer: ViewerId; request: RequestId; ask: StageAsk }
  | { type: 'capture'; viewer: ViewerId; request: RequestId; mime: string }
  /** A picture of any size as PNG, seen from `camera`; `pixelRatio` says how wide lines are. */
  | { type: 'shoot'; viewer: ViewerId; request: RequestId; shot: Shot; camera: CameraPose; pixelRatio: number }
  | { type: 'context'; viewer: ViewerId; action: 'lose' | 'restore' };

export type LoadStage = 'reading' | 'parsing' | 'textures';

/** What an engine with the whole core tells of itself, and what draws for it, in the driver's words. */
export interface EngineFacts {
  version?: string;
  formats?: FormatInfo[];
  renderer?: string;
}

export type EngineEvent =
  | ({ type: 'ready'; thread: 'worker' | 'page' } & EngineFacts)
  | { type: 'failed'; code: string; message: string }
  | {
      type: 'progress';
      viewer: ViewerId;
      request: RequestId;
      stage: LoadStage;
      file: string;
      loaded: number;
      total: number;
    }
  | {
      type: 'loaded';
      viewer: ViewerId;
      request: RequestId;
      report: Report;
      framing: Framing;
      playback: PlaybackState;
      parseMs: number;
    }
  | { type: 'refused'; viewer: ViewerId; request: RequestId; code: string; message: string; report?: Report }
  | { type: 'cancelled'; viewer: ViewerId; request: RequestId }
  /** `count`: that of the last change that the state knows of. */
  | {
      type: 'playback';
      viewer: ViewerId;
      playback: PlaybackState;
      framing?: Framing;
      ended: boolean;
      count: number;
    }
  | { type: 'frames'; frames: FrameInfo[] }
  | { type: 'picked'; viewer: ViewerId; request: RequestId; hit?: PickHit }
  | { type: 'curveList'; viewer: ViewerId; request: RequestId; list?: CurveList }
  | { type: 'curvePicture'; viewer: ViewerId; request: RequestId; picture?: CurvePicture }
  /** Fewer bytes than asked for at the end of the file; none without such a file. */
  | { type: 'bytes'; viewer: ViewerId; request: RequestId; bytes: ArrayBuffer }
  | { type: 'record'; viewer: ViewerId; request: RequestId; record?: RecordMap }
  | { type: 'faults'; viewer: ViewerId; request: RequestId; answer: FaultAnswer }
  | { type: 'exported'; viewer: ViewerId; request: RequestId; outcome: ExportOutcome }
  | { type: 'inspected'; viewer: ViewerId; request: RequestId; report?: Report }
  /** Nothing when another document came in between. */
  | { type: 'statistics'; viewer: ViewerId; request: RequestId; statistics?: DocumentStatistics }
  | { type: 'texture'; viewer: ViewerId; request: RequestId; picture?: TexturePicture }
  | { type: 'uv'; viewer: ViewerId; request: RequestId; layout?: UvLayout }
  /** Everything told before has been drawn. A viewer that plays or is out of sight never owes a picture. */
  | { type: 'settled'; viewer: ViewerId; request: RequestId }
  | { type: 'staged'; viewer: ViewerId; request: RequestId; answer: StageAnswer }
  | { type: 'shot'; viewer: ViewerId; request: RequestId; blob?: Blob; error?: string }
  | { type: 'captured'; viewer: ViewerId; request: RequestId; blob?: Blob }
  | { type: 'context'; state: 'lost' | 'restored' };

/** The first message to a worker: everything after it is a Command, or a part of the core that the page compiles. */
export interface StartMessage extends EngineCores {
  type: 'start';
}
/** The page compiles a part of the core for viewing: first that it does, then the module. */
export type ModuleMessage =
  | { type: 'compiling'; name: string }
  /** Nothing where the page could not. */
  | { type: 'compiled'; name: string; module?: WebAssembly.Module };

/** `transfer` leaves this side for good. */
export type Post = (event: EngineEvent, transfer?: Transferable[]) => void;
