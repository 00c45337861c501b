// Options of the module's functions.

/** Limits of one load, whole numbers; public/docs/limits.md lists the defaults. */
export interface Limits {
  inputBytes?: number;
  heapBytes?: number;
  joints?: number;
  meshes?: number;
  vertices?: number;
  influencesPerVertex?: number;
  frameJoints?: number;
  /** Messages kept; the rest is counted. */
  messages?: number;
}

export interface PoseOptions {
  /** Name or number of an action; without it the bind pose. */
  action?: string | number;
  /** Seconds; looping is up to the caller, times outside the action are held at its ends. */
  time?: number;
  normals?: boolean;
  /** The pose of another action mixed in: every joint moves by `weight` (0 to 1) of the way, along the shorter arc. */
  blend?: { action?: string | number; time?: number; weight: number };
  /** Rotation overrides of nodes, by name (the first of that name) or number: local rotations x, y, z, w in place of their own. */
  rotations?: Record<string, readonly [number, number, number, number]>;
}
