// Everything that crosses between the page and its engine. Commands go in, events come out; each names its viewer, so
// that one engine serves any number of them. Numbers are seconds, radians and pixels of the drawing buffer.

import type { CurveList, CurvePicture, CurveQuery } from '../core/curves';
import type { RootMotion } from '../core/document';
import type { ReadOptions } from '../core/formats';
import type { LoadViewCoreOptions } from '../core/load';
import type { StageAnswer, StageAsk } from './stage/messages';
import type { Bounds, FormatInfo, Issue, RecordMap, Report, Vec3, Vec4 } from '../core/report';
import type { DocumentStatistics } from '../core/statistics';
import type { ExportedFile } from '../core/whole';
import type { FileData } from './packed';
import type { FaultAnswer, FaultAsk } from './faults';
import type { Mark, MarkPoints } from './marks';
import type { PartAddresses } from './parts';
import type { PlaybackState, Run } from './playback';
import type { Shot, ToolReadings, ToolSettings } from './tools/settings';

export type ViewerId = number;
export type RequestId = number;

/** The view of a person, in world space: y up, the model's face towards +z. */
export interface CameraPose {
  target: Vec3;
  /** Around +y, 0 looks from +z. */
  yaw: number;
  /** Up is positive. */
  pitch: number;
  distance: number;
  fovY: number;
  orthographic: boolean;
  /** Where the target appears, in -1..1 from the middle: panels may cover a side of the view. */
  offset: [number, number];
}

export const overlayNames = [
  'skeleton',
  'wireframe',
  'normals',
  'bounds',
  'axes',
  'grid',
  /** Lamps, cameras and emitters as wire shapes. */
  'gizmos',
  /** Objects that the file's reader hides: meshes that serve as bones. */
  'hidden',
] as const;
export type OverlayName = (typeof overlayNames)[number];
export type Overlays = Record<OverlayName, boolean>;

export type SkinningPath = 'cpu' | 'gpu';

/** What colours the model: its materials, or one of its numbers as a flat picture. */
export type Shading =
  | { kind: 'material' }
  | { kind: 'normal' }
  /** The colours of a layer as they stand in the file. */
  | { kind: 'color'; layer: number }
  /** Checks of one eighth over the coordinates of a layer. */
  | { kind: 'uv'; layer: number };

export interface ViewSettings {
  theme: 'light' | 'dark';
  /** 'clear' leaves the stage out: what lies behind the canvas shows. */
  background: 'stage' | 'clear';
  overlays: Overlays;
  /** 'auto' takes the exact CPU path while it fits the frame. */
  skinning: SkinningPath | 'auto';
  textures: boolean;
  /** Node of the camera to look through, -1 = the person's own view. */
  cameraNode: number;
  selectedNode: number;
  shading: Shading;
  /** Lit by the file's own lamps, where it has any, instead of the studio's. */
  lamps: boolean;
  /** The selected node has a handle that turns it; `turningAxis` is the ring that is held, -1 = none. */
  /** A vertex or triangle that is marked. */
  marked?: Mark | undefined;
  turning: boolean;
  turningAxis: number;
  /** What the page's own tools add; without it their script is never fetched. */
  tools?: ToolSettings;
}

export const defaultSettings: ViewSettings = {
  theme: 'dark',
  background: 'stage',
  overlays: {
    skeleton: false,
    wireframe: false,
    normals: false,
    bounds: false,
    axes: false,
    grid: true,
    gizmos: false,
    hidden: false,
  },
  skinning: 'auto',
  textures: true,
  cameraNode: -1,
  selectedNode: -1,
  shading: { kind: 'material' },
  lamps: true,
  turning: false,
  turningAxis: -1,
};

/** A file by its bytes, by a handle the engine reads itself, or by its place in an archive. */
export interface SourceFile {
  name: string;
  data: FileData;
}

/** Where the engine shows a viewer's pictures. */
export type SurfaceCanvas = OffscreenCanvas | HTMLCanvasElement;

export type PlaybackChange =
  | { set: 'action'; action: number }
  | { set: 'playing'; playing: boolean }
  | { set: 'time'; time: number }
  | { set: 'speed'; speed: number }
  | ({ set: 'run' } & Partial<Run>)
  | { set: 'options'; loop: boolean; closeLoop: boolean; rootMotion: RootMotion };

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

/** What a view should frame, in world space. */
export interface Framing {
  bounds: Bounds;
  center: Vec3;
  radius: number;
}

export interface FrameInfo {
  viewer: ViewerId;
  /** Pictures drawn since the viewer was attached. */
  count: number;
  /** Seconds within the cycle. */
  time: number;
  evaluateMs: number;
  drawMs: number;
  /** Where they are counted: in the page's engine. */
  drawCalls?: number;
  path: SkinningPath;
  /** Largest distance between both paths when last measured, in file units; where it is measured. */
  difference?: number;
  /** File from selected node, when one is selected. */
  selected?: number[];
  /** Translation, rotation and scale of the selected node in its parent's space: ten numbers. */
  selectedLocal?: number[];
  /** Where the marked vertex or triangle is, when it is in front of the camera. */
  marks?: MarkPoints;
  /** Where its handle is, when that shows. */
  handle?: TurnHandle;
  /** What the tools read from the picture. */
  tools?: ToolReadings;
}

/** Three rings around a node, in world space, and the picture they were drawn into. */
export interface TurnHandle {
  node: number;
  center: Vec3;
  /** The node's own axes, unit vectors. */
  axes: [Vec3, Vec3, Vec3];
  radius: number;
  /** x, y, z, w as the node has it now, in its parent's space. */
  rotation: Vec4;
  clipFromWorld: number[];
  worldFromClip: number[];
}

export interface PickHit {
  /** Node of the mesh that was hit, or the joint under the pointer while the skeleton shows. */
  node: number;
  /** Joint with the largest weight at the nearest vertex, -1 on a rigid mesh. */
  joint: number;
  /** -1 when a joint itself was hit. */
  vertex: number;
  triangle: number;
  instance: number;
  /** World space. */
  point: Vec3;
  /** Number of the instance of the model, where several stand side by side. */
  copy?: number;
  /** Parts of the triangle's corners, where a triangle was hit. */
  weights?: Vec3;
}

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

export interface TexturePicture {
  /** What the file says it is: `PNG, 8 bit, RGBA`. */
  kind: string;
  fileBytes: number;
  /** Of the image, when it could be decoded. */
  width?: number;
  height?: number;
  /** Smaller than the image when that is very large; rows from the top, colours not multiplied by alpha. */
  preview?: { width: number; height: number; rgba: Uint8ClampedArray<ArrayBuffer> };
}

/** Three vertices a triangle, u and v of each vertex as the file counts them. */
export interface UvLayout {
  indices: Uint32Array;
  uv: Float32Array;
}

export type ExportOutcome = { file: ExportedFile } | { error: Issue };

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
