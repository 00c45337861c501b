// The report of a document: the shapes of `vitrine inspect` and `vitrine curves` (JSON texts of the core).

import type { Issue } from '../base/issues';
import type { ActionHealth } from './health';
import type { MeshSurvey } from './survey';
import type { Vec3, Vec4 } from '../base/vectors';

export { type Issue, Severity } from '../base/issues';
export type { Vec3, Vec4 };
import type { SongMeasures } from './sound';

export type Vec2 = [number, number];

export interface Issues {
  numErrors: number;
  numWarnings: number;
  numInfos: number;
  numHints: number;
  truncated: boolean;
  messages: Issue[];
}

export interface ReportFile {
  name: string;
  bytes: number;
  role: string;
  format?: string;
}

export interface Statistics {
  nodes: number;
  meshes: number;
  primitives: number;
  vertices: number;
  triangles: number;
  influences: number;
  maxInfluences: number;
  skins: number;
  joints: number;
  materials: number;
  textures: number;
  actions: number;
  curves: number;
  keys: number;
  cameras: number;
  lights: number;
}

export interface Bounds {
  min: Vec3;
  max: Vec3;
}

export interface Axes {
  up: 'y' | 'z';
  handedness: 'right' | 'left';
  unit: number;
  forward: Vec3;
  frontFace: 'ccw' | 'cw';
  uvOrigin: 'top' | 'bottom';
}

export type NodeKind = 'empty' | 'joint' | 'mesh' | 'camera' | 'light' | 'emitter';

export interface HierarchyNode {
  name: string;
  kind: NodeKind;
  index: number;
  translation: Vec3;
  rotation: Vec4;
  scale: Vec3;
  mesh?: number;
  skin?: number;
  camera?: number;
  light?: number;
  emitter?: number;
  /** Column-major matrix that stands before the node's own transform. */
  rest?: number[];
  length?: number;
  hidden?: boolean;
  /** What the file says beyond this, by name. */
  properties?: Record<string, string | number | number[]>;
  children: HierarchyNode[];
}

export interface ReportPrimitive {
  firstIndex: number;
  indexCount: number;
  material: number | null;
  name?: string;
}

export interface ReportMesh {
  name: string;
  vertices: number;
  triangles: number;
  material: string | null;
  bounds: Bounds | null;
  /** Influences of a vertex -> vertices that have so many. */
  influences: Record<string, number>;
  normals: 'computed' | 'stored';
  /** Normals and tangents come from stored quaternions (KRI). */
  tangentFrames: boolean;
  primitives: ReportPrimitive[];
  uvLayers: string[];
  /** Range of the third texture coordinate, where the file has one (pivot scenes). */
  uvW?: [least: number, most: number];
  colorLayers: string[];
  shapes?: { name: string; value: number }[];
  /** Frames for which the file stores every vertex. */
  vertexFrames?: number;
  /** Faces with four corners, and all faces, where the file has faces. */
  quads?: number;
  faces?: number;
  /** Added by `vitrine inspect`. */
  survey?: MeshSurvey;
}

export interface ReportMaterial {
  name: string;
  diffuse: Vec4;
  specular: Vec3;
  hardness: number;
  emissive: Vec3;
  shadeless: boolean;
  doubleSided: boolean;
  /** The colour multiplies the image; else an image stands in its place. */
  tints?: true;
  hidden: boolean;
  /** The sides that are not drawn; `none` also where nothing states it. */
  culled: 'none' | 'back' | 'front';
  /** `filter`: what is behind is multiplied by the colour. */
  alphaMode: 'opaque' | 'mask' | 'blend' | 'add' | 'filter';
  alphaCutoff: number;
  slots: ReportSlot[];
  /** External declaration of the material (.mtr, md5.cfg). */
  declaration?: { name: string; file: string; line: number; offset: number };
  properties?: Record<string, string | number | number[]>;
}

export interface ReportSlot {
  role: string;
  texture: number | null;
  uvLayer: number;
  offset: Vec2;
  scale: Vec2;
  factor: number;
  /** The image's edge goes on outside of it; else it repeats. */
  clamp?: true;
}

/**
 * The rule by which a file was found for a name: it is at this address, has this path from the root, has a path that ends in
 * this one, lies in the model's folder, or is the nearest of those with this name.
 */
export type FoundBy = 'address' | 'root' | 'path' | 'folder' | 'nearest';

export interface ReportTexture {
  name: string;
  status: 'unresolved' | 'found' | 'missing';
  searched: string[];
  /** Name of the file that answers. */
  file?: string;
  /** Why that file was taken. */
  foundBy?: FoundBy;
  /** Steps between its folder and the model's, where there are any. */
  steps?: number;
  /** Other files that lie equally near, where there are any. */
  others?: number;
  /** The image lies inside the model's own file; `file` is a name for it. */
  inside?: true;
  /** This texture and those behind it take turns, each until its time in seconds; then again. */
  turns?: number[];
}

export interface ReportAction {
  name: string;
  source: string;
  duration: number;
  frames: number;
  frameRate: number;
  /** Number of the frame at time 0: QMSH texts begin anywhere, everything else at 1. */
  firstFrame: number;
  curves: number;
  kind: 'frames' | 'poses' | 'curves' | 'vertices';
  playable: boolean;
  whyNot?: string;
  /** The name in the file, where that is a path and `name` its last part. */
  fullName?: string;
  /** A loop leads from the last frame to the first and is one interval longer than `duration` (md5.cfg). */
  closes?: true;
  /** The action moves this camera node. */
  cameraNode?: number;
  cuts?: number[];
  /** Whether the boxes that the file stores fit its meshes. */
  storedBounds?: StoredBoxes;
  /** Added by `vitrine inspect`. */
  health?: ActionHealth;
}

export interface StoredBoxes {
  /** `moved`: of the right size at another place. */
  status: 'agrees' | 'moved' | 'differs';
  /** Between the sides of a stored and a true box, in file units. */
  largestDifference: number;
  /** Largest diagonal of a true box, in file units. */
  modelSize: number;
  /** Every stored box contains the mesh. */
  contains: boolean;
}

export interface ReportCamera {
  name: string;
  projection: 'perspective' | 'orthographic';
  /** Radians. */
  fov: number;
  /** The direction of that angle; the last is that of a picture of 4 to 3. */
  fovRule: 'vertical' | 'horizontal' | 'horizontal 4:3';
  orthoScale: number;
  near: number;
  far: number;
  look: Vec3;
  up: Vec3;
  active: boolean;
}

export interface ReportLight {
  name: string;
  kind: 'point' | 'sun' | 'spot' | 'hemi' | 'area';
  color: Vec3;
  energy: number;
  attenuation: Vec4;
  near: number;
  far: number;
  spotAngle: number;
  spotBlend: number;
}

export interface ReportEmitter {
  name: string;
  count: number;
  material: number | null;
  start: number;
  end: number;
  lifetime: number;
  lifetimeRandom: number;
  size: number;
  sizeRandom: number;
  velocity: Vec3;
  velocityNormal: number;
  velocityRandom: number;
  properties?: Record<string, string | number | number[]>;
}

export interface ReportInfo {
  statistics: Statistics;
  bounds: Bounds | null;
  axes: Axes;
  /** The roots; nested as deep as the chains of the files, which V8's JSON.stringify follows for some 2,000 levels. */
  hierarchy: HierarchyNode[];
  meshes: ReportMesh[];
  materials: ReportMaterial[];
  textures: ReportTexture[];
  actions: ReportAction[];
  /** Joints are node numbers, in the order of the skin's slots. */
  skins: { name: string; joints: number[] }[];
  cameras: ReportCamera[];
  lights: ReportLight[];
  emitters: ReportEmitter[];
  /** Actions of different things that play at once; there when there are two or more, or particles. */
  together?: number[];
  /** Songs, by `vitrine inspect`: what the synthesized sound measures. */
  sound?: SongMeasures;
  format?: Record<string, unknown>;
}

export interface Report {
  vitrine: string;
  format: string;
  files: ReportFile[];
  issues: Issues;
  info: ReportInfo;
  /** The root of the mod on disk that the model lies in, where one was found. */
  root?: string;
}

/** Handles as [time, value]; the time is null where the file stores values only. */
export interface CurveKey {
  time: number;
  value: number;
  left?: [number | null, number];
  right?: [number | null, number];
}

export type CurveExtension = 'hold' | 'extrapolate' | 'cyclic' | 'cyclicExtrapolate';

export interface ReportCurve {
  /** Name of what it moves; null when the file names something that is not there. */
  target: string | null;
  targetKind: 'node' | 'material' | 'texture' | 'light' | 'camera' | 'shape';
  targetIndex: number | null;
  subTarget?: number;
  path: string;
  channel: 'translation' | 'rotation' | 'euler' | 'scale' | 'other' | 'fov';
  component: number;
  interpolation: 'step' | 'linear' | 'bezier';
  handles: 'none' | 'full' | 'values';
  before: CurveExtension;
  after: CurveExtension;
  keys: CurveKey[];
  /** Sampled frames: false where the file holds the base frame's value all along. */
  animated?: boolean;
  track?: string;
  samples?: Vec2[];
}

/** Joints with smooth weights, found for vertices that the source moves one by one. Distances in file units. */
export interface Skinning {
  method: string;
  /** Besides the root. */
  joints: number;
  tolerance: number;
  /** Different ones, of all actions. */
  frames: number;
  size: number;
  mean: number;
  largest: number;
  /** `largest` as a share of the size. */
  relative: number;
  /** The largest distance half-way between two frames, where vertices and joints go straight from one to the next. */
  between: number;
  /** A number for each frame; `between` for each pair of frames that follow one another. */
  actions: { name: string; mean: number[]; largest: number[]; between: number[] }[];
}

/** Losses of a conversion, and notes of the exporter. */
export interface ExportReport {
  kind: string;
  bytes: number;
  losses: Loss[];
  /** KRI scenes: the exporter's lines with their counts, and the numbers of its steps per mesh. */
  log?: ExportLog;
  meshes?: ExportStages[];
  /** All kinds but JSON: the written file, posed beside the scene. */
  readBack?: ReadBack;
  /** Formats of several files: their names, the main one first. */
  files?: { name: string; bytes: number }[];
  /** MD5: the engine that it is written for; the factor from file units to those written. */
  engine?: string;
  scale?: number;
  joints?: number;
  /** Of `joints`: what was found, and how far the vertices are from where the source has them. */
  skinning?: Skinning;
  shaders?: string[];
  renamed?: { from: string; to: string }[];
  /** MD5: extents of the bind pose along x, y and z, in the units written. */
  size?: [number, number, number];
  /** MD5 for an engine: the `scale` that makes a model of an odd size as large as what it replaces, or as a player. */
  scaleAdvice?: { scale: number; message: string };
  /** MD5 for an engine with names of animations: what each action is called there, and whether the engine knows it. */
  animations?: { action: string; name: string; known: boolean }[];
  /** MD3: how many tags were written. */
  tags?: number;
  /** MD3: the grid of positions, and how far the vertices of each frame are from their places. */
  grid?: ExportGrid;
  /** MD3: how far the directions that the engine reads are from the normals, in degrees; `id`: as id's tools write them. */
  normals?: { largest: number; mean: number; idLargest: number; idMean: number };
  /** MD3: the lower levels of detail, where they are asked for. */
  levels?: ExportLevel[];
  /** MD3 of a player: its parts. */
  parts?: ExportPlayerPart[];
  /**
   * MD5 with all actions in one animation, MD3: where each begins. Without an action the model stands. Of a player the
   * rows of its animation.cfg; without an action one has a frame of another.
   */
  sequences?: { name: string; first: number; frames: number; action: string | null }[];
}

/** A lower level of detail: a file beside the model. */
export interface ExportLevel {
  name: string;
  /** The part of the model's triangles that was asked for, and that there is. */
  asked: number;
  share: number;
  triangles: number;
  vertices: number;
  /** How many frames were compared. */
  samples: number;
  /** The largest distance of a vertex of the model from the level's surface, in file units and as a part of the size. */
  largest: number;
  relative: number;
}

/** Legs, torso or head of a player. */
export interface ExportPlayerPart {
  name: string;
  triangles: number;
  vertices: number;
  frames: number;
  tags: number;
  /** The largest distance of a vertex from its place on the grid, in file units. */
  grid: number;
  /** The same from the source, where the tags of the written files put it, and as a part of the model's size. */
  largest: number;
  relative: number;
}

/** Numbers in the units of the file. */
export interface ExportGrid {
  step: number;
  /** How many times larger the model is in the file than in the game: a companion scales it back. */
  scale: number;
  /** The largest distance of a vertex, and as a part of the model's size. */
  largest: number;
  relative: number;
  /** The largest distance in each frame. */
  frames: number[];
}

/** The largest distance between a vertex of the written file and of the scene. */
export interface Deviation {
  /** How many times were compared. */
  samples: number;
  /** In file units. */
  largest: number;
  /** Distance as a part of the model's size. */
  relative: number;
  /** Where the largest was, in seconds. */
  time: number;
  /** The largest angle between normals at up to three of the times, in degrees; GLB alone, where a mesh is drawn. */
  normals?: number;
}

export interface ReadBack {
  /** Diagonal of the bind pose in file units. */
  size: number;
  /** MD5, IQM and IQE: how many were written. */
  joints?: number;
  bind: Deviation;
  actions: (Deviation & { name: string } & Partial<WrittenAction>)[];
}

/** MD5, IQM, IQE and MD3: where an action was written, and how far off its poses are. */
export interface WrittenAction {
  /** MD5: its file. */
  file: string;
  /** First frame in the file, and how many there are. */
  first: number;
  frames: number;
  frameRate: number;
  /** Time of the first frame in the action, in seconds. */
  start: number;
  /** IQM, IQE and MD3: the last frame leads to the first one. */
  loop: boolean;
  /** Mean distance of the vertices on frames. */
  mean: number;
  /** The largest distance half-way between two frames, as readers interpolate joints. */
  between: number;
}

/** Results of the KRI exporter's steps for one mesh. */
export interface ExportStages {
  name: string;
  sourceVertices: number;
  sourceTriangles: number;
  mergedVertices: number;
  /** Without any tangent. */
  pureVertices: number;
  averageHandedness: number;
  tangentAccuracy: number;
  /** False: no texture layer, so no tangents and no quaternions. */
  hasFrames: boolean;
  /** The mesh came with quaternions, and they were kept. */
  keptFrames: boolean;
  /** Triangles with 0, 1, 2, 3 negative products. */
  negativesBefore: number[];
  negativesAfter: number[];
  clones: number;
  middles: number;
  extraTriangles: number;
  tJunctions: number;
  closingVertices: number;
  closingTriangles: number;
  vertices: number;
  triangles: number;
  extraVertices: number;
  extraFaces: number;
  vertexUsage: number;
  /** Had more than four influences. */
  reducedVertices: number;
  /** Largest part of a vertex's weight that was dropped. */
  largestDroppedShare: number;
  largestRounding: number;
  unweightedVertices: number;
}

export interface ExportLog {
  errors: number;
  warnings: number;
  infos: number;
  lines: { level: 'plain' | 'info' | 'warning' | 'error'; depth: number; text: string }[];
}

export interface Loss {
  /** A stable word: influences, cameras, curves ... */
  what: string;
  count: number;
  /** Largest deviation, in the unit that the message names; 0 where nothing was measured. */
  largest: number;
  message: string;
}

export type ElementType = 'u8' | 'u16' | 'i16' | 'u32' | 'f32';

/** A field of a record with its value. */
export interface RecordField {
  name: string;
  type: ElementType | 'bool' | 'text' | 'bytes';
  /** In the file. */
  offset: number;
  size: number;
  /** Null for unused bytes. */
  value: number | boolean | string | number[] | null;
}

/** Elements one after another whose values are in the bytes. */
export interface RecordArray {
  name: string;
  offset: number;
  count: number;
  stride: number;
  members: { name: string; type: ElementType; count: number; at: number }[];
}

/** Fields of a record of a binary file, in the order of its bytes. */
export interface RecordMap {
  kind: string;
  offset: number;
  size: number;
  bigEndian?: boolean;
  parts: (RecordField | RecordArray)[];
}

export interface FormatInfo {
  id: string;
  kind: string;
  title: string;
  extensions: string[];
  role: string;
  text: boolean;
  experimental: boolean;
  /** Models that engines show instead of one, from its folder, with `*` for its name without an ending. */
  stoodInBy: string[];
  /** Names without endings of models in one folder that are parts of one, each with the one before it. */
  parts: string[];
  /** Ends of names, before the ending, of the same model in less detail. */
  levels: string[];
}

/** A joint or node in a pose. */
export interface PosedNode {
  name: string;
  parent: string | null;
  /** Transform of the node in its parent; rotation as x, y, z, w. */
  translation: Vec3;
  rotation: Vec4;
  scale: Vec3;
  /** Node to file, or to the world; 16 numbers, column-major. */
  matrix: number[];
}

/** How a vertex comes to where it is posed, in the axes and units of the file; matrices are column-major. */
export interface VertexReport {
  /** The action's name; null in the bind pose. */
  action: string | null;
  /** Seconds. */
  time: number;
  mesh: string;
  /** The name of the mesh's node. */
  node: string;
  vertex: number;
  /** Its number in the file, where vertices with several texture coordinates are split. */
  fileVertex?: number;
  /** The bind pose: of a skinned mesh in the scene's space, else in its node's; `uv` has a pair for each layer. */
  stored: { position: Vec3; normal?: Vec3; uv: [number, number][] };
  position: Vec3;
  normal?: Vec3;
  /** Shape keys that move it, which `influences` do not count. */
  shapes: { name: string; value: number }[];
  /** Of the node, for a mesh without a skin. */
  matrix?: number[];
  influences?: VertexInfluence[];
}
export interface VertexInfluence {
  /** The joint's number in the list of nodes. */
  joint: number;
  name: string;
  weight: number;
  /** The vertex in the joint's space. */
  offset: Vec3;
  /** Scene from joint. */
  matrix: number[];
  /** Scene from bind pose: `matrix` by the joint's inverse bind matrix. */
  premultiplied: number[];
  /** Of weight * matrix * offset, up to this influence. */
  sum: Vec3;
}

/** The shape of `vitrine pose`. */
export interface PoseReport {
  /** The action's name; null in the bind pose. */
  action: string | null;
  /** Seconds. */
  time: number;
  joints: PosedNode[];
  nodes: PosedNode[];
  meshes: {
    name: string;
    /** The name of its node. */
    node: string;
    bounds: Bounds | null;
    /** Three numbers each vertex, where vertices were asked for. */
    positions?: number[];
    normals?: number[];
  }[];
  bounds: Bounds | null;
}
