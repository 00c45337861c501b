// Questions of a page about one viewer: for each name the argument and the answer. A question
// costs its line here, a handler in the engine, and its use: `viewer.ask(name, given)`. Undefined comes back where there
// is no document, or the engine cannot say.

import type { CurveList, CurvePicture, CurveQuery } from '../core/curves';
import type { FamilyFacts } from '../core/families';
import type { ReadOptions } from '../core/formats';
import type { ExportedFile } from '../core/fullCore';
import type { ActionHealth, FoundTurn, LargestDistance, QuarterTurn } from '../core/health';
import type { MeasurePoint } from '../core/points';
import type { Bounds, Issue, RecordMap, Report, Vec3, Vec4, VertexReport } from '../core/report';
import type { FilePlace, Fix, Patch, PlaceAnswer, Thing } from '../core/sourceMap';
import type { MeshStatistics } from '../core/survey';
import type { CameraPose, PickHit, ViewerId } from './view';
import type { CompareMode, CopiesState, CopyState } from './compare';
import type { SourceFile } from './files';
import type { NotePlace, Shot } from './tools';

export interface GpuStatistics {
  buffers: number;
  textures: number;
  /** Render targets of the whole page. */
  targets: number;
  /** Memory of all of them, in bytes. */
  bytes: number;
}

export interface DocumentStatistics {
  meshes: MeshStatistics[];
  /** Bounds of an action in file space over the times that were looked at; missing where it cannot play. */
  actions: { action: number; bounds?: Bounds; samples: number }[];
  gpu: GpuStatistics;
}

/** Answered by every engine that shows models. */
export interface ViewQuestions {
  /** x and y in -1..1, y up; `surface`: joints and gizmos do not stand in the way. */
  pick: [{ x: number; y: number; surface?: boolean }, PickHit | undefined];
  /** Where points appear; null for what is not there or outside of the picture. */
  points: [readonly MeasurePoint[], (NotePlace | null)[] | undefined];
  /** The shown document as a file of another kind. */
  export: [{ kind: string; options: object }, ExportOutcome];
  /** The full report, also where the view core keeps a shorter one. */
  inspect: [null, Report | undefined];
  capture: [{ mime: string }, Blob | undefined];
  /**
   * Answered when everything sent before has been drawn; at once where nothing is to be drawn. `rough`: a picture that
   * still lacks its shadow is enough.
   */
  settle: [{ rough: boolean }, void];
}

/** Answered by the engine of the application. */
interface PageQuestions {
  curveList: [{ action: number }, CurveList | undefined];
  curvePicture: [{ action: number; query: CurveQuery }, CurvePicture | undefined];
  /** Bytes of a source file, fewer at its end; none without such a file. */
  bytes: [{ file: string; offset: number; length: number }, Uint8Array<ArrayBuffer>];
  /** The fields of the record at an offset of a source file. */
  record: [{ file: string; offset: number }, RecordMap | undefined];
  /** Statistics beyond the report; undefined if another document was opened in between. */
  statistics: [null, DocumentStatistics | undefined];
  texture: [{ texture: number }, TexturePicture | undefined];
  /** Triangles of a mesh with the texture coordinates of a layer. */
  uvLayout: [{ mesh: number; layer: number }, UvLayout | undefined];
  /** A picture of any size as PNG, seen from `camera`; `pixelRatio` is the width of lines. */
  shoot: [{ shot: Shot; camera: CameraPose; pixelRatio: number }, { blob: Blob } | { error: string }];

  // Source ranges and fixes; `files` are those of a drop that was refused, without them the shown document is meant.
  places: [{ thing: Thing }, FilePlace[] | undefined];
  placeAt: [{ file: string; offset: number }, PlaceAnswer | undefined];
  fixes: [{ files?: SourceFile[] }, Fix[] | undefined];
  patch: [{ file: string; codes: string[]; files?: SourceFile[] }, Patch | undefined];

  /** How a vertex of a mesh comes to where the picture has it. */
  vertex: [{ mesh: number; vertex: number }, VertexReport | undefined];
  health: [{ action: number }, ActionHealth | undefined];
  keyTimes: [{ action: number; node: number }, Float64Array<ArrayBuffer> | undefined];

  // Several instances of the model side by side.
  copies: [null, CopiesState];
  addCopy: [null, CopiesState];
  removeCopy: [{ copy: number }, CopiesState];
  chooseCopy: [{ copy: number }, CopiesState];
  changeCopy: [{ copy: number; change: Partial<CopyState> }, CopiesState];

  // A second document in the same view.
  compare: [{ files: SourceFile[]; read?: ReadOptions }, { report: Report; action: number } | { error: string }];
  stopComparing: [null, void];
  /** Opens files beside the shown document and counts what is in them; undefined if they cannot be opened. */
  facts: [{ files: SourceFile[] }, ModelFacts | undefined];
  /**
   * `divider` from the left edge, 0 to 1; `joint`: node of the first document, `offset` and `rotation` in its space; `action` of the second
   * document. The action that it shows comes back.
   */
  arrangeComparison: [
    {
      mode: CompareMode;
      divider: number;
      joint?: number;
      offset?: Vec3;
      rotation?: Vec4;
      action?: number;
      turn?: QuarterTurn;
    },
    number | undefined,
  ];
  /** Largest distances at times of the shown action; undefined where there is nothing to compare. */
  distances: [{ times: number[] }, (LargestDistance | undefined)[]];
  /** The turn of the second document that makes both agree at a time. */
  findTurn: [{ time: number }, FoundTurn | undefined];
}

interface Questions extends ViewQuestions, PageQuestions {}

export type QuestionName = keyof Questions;
export type Given<Name extends QuestionName> = Questions[Name][0];
export type Answer<Name extends QuestionName> = Questions[Name][1];

/** A question as it is sent. */
export type Question = {
  [Name in QuestionName]: { type: 'ask'; viewer: ViewerId; request: number; name: Name; given: Given<Name> };
}[QuestionName];

/** Size of a document: what ranks the models of one drop. */
export interface ModelFacts extends FamilyFacts {
  triangles: number;
}

export interface TexturePicture {
  /** Kind of image by its header: `PNG, 8 bit, RGBA`. */
  kind: string;
  fileBytes: number;
  /** Size of the image, if it could be decoded. */
  width?: number;
  height?: number;
  /** Smaller than the image when that is very large; rows from the top, colours not multiplied by alpha. */
  preview?: { width: number; height: number; rgba: Uint8ClampedArray<ArrayBuffer> };
}

/** Three vertices a triangle, u and v of each vertex as the file counts them. */
export interface UvLayout {
  indices: Uint32Array<ArrayBuffer>;
  uv: Float32Array<ArrayBuffer>;
}

export type ExportOutcome = { file: ExportedFile } | { error: Issue };
