// Counts beyond the report: of the meshes, of the actions, and of the GPU.

import type { Bounds } from './report';
import type { MeshStatistics } from './survey';

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
