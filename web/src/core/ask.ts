// Questions to a document that the core answers with JSON, and the arrays that its answers speak of. The other side is
// native/session/questions.cpp, a row each.

import type { CurveList, CurveQuery } from './curves';
import type { Document } from './document';
import type { ActionHealth } from './health';
import type { ExportReport, Issue, PoseReport, RecordMap, ReportCurve, VertexReport } from './report';
import type { FilePlace, Fix, PatchReport, PlaceAnswer, Thing } from './sourceMap';
import type { MeshStatistics } from './survey';

type Failed = { error: Issue };

/** Each with what it takes and what it gives. Actions: -1 is the bind pose, -2 all that play together. */
export interface CoreQuestions {
  /** Scene elements at a byte of a file; null for a file that did not open. */
  at: [{ file: string; offset: number }, PlaceAnswer | null];
  /** Of images that are there besides, those that textures without one mean: `[texture, place in the list]`. */
  choose: [{ names: readonly string[] }, [number, number][]];
  /** Parts of an instance's mesh that have an inside, of how many; array 0 is the triangles of all of them (u32). */
  closedParts: [{ instance: number }, { closed: number; of: number }];
  /** The channels of an action without their keys. */
  curveList: [{ action: number }, CurveList];
  /** False when there is nothing; arrays: columns (f32), keys (f64), key counts (u32), values (f64). */
  curvePicture: [{ action: number; query: CurveQuery }, boolean];
  /** Curves of an action with keys and handles, and `samples` evaluated points each. */
  curves: [{ action: number; samples: number }, { curves: ReportCurve[] }];
  digest: [object, string];
  /** The scene as a file of another format; array 0 is its bytes. */
  export: [{ kind: string; options: object }, { result: ExportReport; log: string } | Failed];
  fixes: [object, Fix[]];
  /** Largest distance between the CPU kernel and the arithmetic of the GPU layout for the current pose, in file units; null is beyond floats. */
  gpuDifference: [object, number | null];
  /** Null without such an action. Every frame is posed for it. */
  health: [{ action: number }, ActionHealth | null];
  /** Array 0: times of a node's keys in seconds, ascending (f64); node -1 is everything that moves. */
  keyTimes: [{ action: number; node: number }, null];
  /** Fields of the record at an offset of a file; null where none begins. */
  mapRecord: [{ file: string; offset: number }, RecordMap | null];
  /** A file with the faults of these codes put right, array 0; null where there is nothing to put right. */
  patch: [{ file: string; codes: readonly string[] }, PatchReport | null];
  /** Where a thing stands in its files, its own place first. */
  places: [{ thing: Thing }, FilePlace[]];
  /** Fails with LIMIT_COUNT where `vertices` are more than 3,000,000. */
  poseReport: [{ vertices: boolean; worldSpace: boolean }, PoseReport | Failed];
  /** The selected action as options say (native/session/document_renderer.h); array 0 is the pixels. */
  render: [{ options: object }, { result: { width: number; height: number } } | Failed];
  /** Edges, faces and weights of a mesh, counted for this call; null without such a mesh. */
  survey: [{ mesh: number }, MeshStatistics | null];
  /** Indices of the textures that a picture reads. */
  texturesDrawn: [object, number[]];
  /** How a vertex of an instance comes to where it was posed last; null where there is none. */
  vertex: [{ instance: number; vertex: number }, VertexReport | null];
  /** Names of files that those of the document cannot be read without and that are not there. */
  wanted: [object, string[]];
}

export type CoreQuestion = keyof CoreQuestions;

export const ask = <Name extends CoreQuestion>(
  { live }: Document,
  name: Name,
  input: CoreQuestions[Name][0],
): CoreQuestions[Name][1] => JSON.parse(live.ask(name, JSON.stringify(input))) as CoreQuestions[Name][1];

/** Copies of the first `count` arrays of the last answer, which are released. */
export function takeArrays({ core, live }: Document, count: number): ArrayBuffer[] {
  const arrays = Array.from({ length: count }, (_, number) => {
    const pointer = live.arrayPointer(number);
    return core.HEAPU8.buffer.slice(pointer, pointer + live.arrayBytes(number)) as ArrayBuffer;
  });
  live.releaseArrays();
  return arrays;
}
