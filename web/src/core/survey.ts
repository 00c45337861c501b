// Counts of a mesh's edges, faces, vertices and weights.

export interface MeshSurvey {
  /** Places in space; vertices at one place count once. */
  places: number;
  /** Lines between two places that are the side of some triangle. */
  edges: number;
  /** Edges of one triangle alone. */
  openEdges: number;
  /** Edges that three or more triangles share. */
  nonManifoldEdges: number;
  /** Edges whose two triangles disagree about which side is the front. */
  turnedEdges: number;
  /** Triangles two of whose corners are at one place. */
  collapsedFaces: number;
  /** Triangles with three places and no area: their height is less than a millionth of their longest side. */
  flatFaces: number;
  /** Vertices that no triangle uses. */
  unusedVertices: number;
}

export interface WeightSurvey {
  /** Vertices with at least one weight. */
  weighted: number;
  unweighted: number;
  least: number;
  most: number;
  /** Vertices whose weights miss a sum of 1 by more than 0.001. */
  off: number;
}

export interface MeshStatistics {
  mesh: number;
  survey: MeshSurvey;
  /** For meshes with influences. */
  weights?: WeightSurvey;
}
