// Settings of a view: where it is seen from, what it shows; and facts about its rendered frames, such as the rotation
// gizmo of a node, three rings that the engine draws and the page drags.

import * as m from '../core/math';
import type { Bounds, Vec3, Vec4 } from '../core/report';
import type { ToolResults, ToolSettings } from './tools';

/** The view of the user, in world space: y up, the model's face towards +z. */
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

/** Three quarters from the front, a little from above. */
export const kHomeYaw = 0.6;
export const kHomePitch = 0.2;

/** Unit vector from the target to the eye. */
export function eyeDirection({ yaw, pitch }: CameraPose): Vec3 {
  return [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
}

/** Three rings around a node, in world space, and the picture they were drawn into. */
export interface RotationGizmo {
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

/** A point of the ring around `axis`; angles run as positive rotations do. */
export function ringPoint({ center, axes, radius }: RotationGizmo, axis: number, angle: number): Vec3 {
  const u = axes[(axis + 1) % 3]!,
    v = axes[(axis + 2) % 3]!;
  return m.add(center, m.add(m.scale(u, Math.cos(angle) * radius), m.scale(v, Math.sin(angle) * radius)));
}

export type ViewerId = number;

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

/** Colours of the model: its materials, or one of its numbers in flat colours. */
export type Shading =
  | { kind: 'material' }
  | { kind: 'normal' }
  /** The colours of a layer as they stand in the file. */
  | { kind: 'color'; layer: number }
  /** Checks of one eighth over the coordinates of a layer. */
  | { kind: 'uv'; layer: number };

export interface Mark {
  kind: 'vertex' | 'triangle';
  mesh: number;
  index: number;
}

/** Points in the frame, -1..1 with y up; one point for a vertex, three for a triangle, none behind the camera. */
export type MarkPoints = [number, number][];

export interface ViewSettings {
  theme: 'light' | 'dark';
  /** 'clear' leaves the backdrop out: what lies behind the canvas shows. */
  background: 'stage' | 'clear';
  overlays: Overlays;
  /** 'auto' takes the exact CPU path while it fits the frame. */
  skinning: SkinningPath | 'auto';
  textures: boolean;
  /** Node of the camera to look through, -1 = the user's own view. */
  cameraNode: number;
  selectedNode: number;
  shading: Shading;
  /** Lit by the file's own lamps, where it has any, instead of the studio's. */
  lamps: boolean;
  /** Shows the rotation gizmo of the selected node; `gizmoAxis` is the ring that is held, -1 = none. */
  /** A vertex or triangle that is marked. */
  marked?: Mark | undefined;
  rotationGizmo: boolean;
  gizmoAxis: number;
  /** Settings of the application's tools; without them their script is never fetched. */
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
  rotationGizmo: false,
  gizmoAxis: -1,
};

/** The theme of the picture: there is no bright room around a model in the dark. */
export const themeOf = ({ theme, tools }: Pick<ViewSettings, 'theme' | 'tools'>): ViewSettings['theme'] =>
  tools?.light?.environment === 'dark' ? 'dark' : theme;

/** Bounds that a view frames, in world space. */
export interface Framing {
  bounds: Bounds;
  center: Vec3;
  radius: number;
}

export interface FrameInfo {
  /** How far the view has gone along with a model that travels; world space. */
  follow?: Vec3;
  viewer: ViewerId;
  /** Pictures drawn since the viewer was attached. */
  count: number;
  /** Seconds within the cycle. */
  time: number;
  /** It lacks images, backdrop or shadow that will follow. */
  incomplete?: boolean;
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
  /** Its rotation gizmo, when that shows. */
  gizmo?: RotationGizmo;
  /** Results of the tools for the frame. */
  tools?: ToolResults;
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
  /** World space, less the way that the view has gone along. */
  point: Vec3;
  /** Number of the instance of the model, where several stand side by side. */
  copy?: number;
  /** Parts of the triangle's corners, where a triangle was hit. */
  weights?: Vec3;
}

/** Linear colours of the plain studio: key, fill, rim, floor and sky, as in shaders/light.glsl. */
export const kStudioColors = [
  1.12, 1.05, 0.965, 0.19, 0.225, 0.28, 0.42, 0.46, 0.53, 0.165, 0.155, 0.145, 0.34, 0.365, 0.405,
] as const;

/** Linear albedo of everything without a texture: warm neutral clay. */
export const kClay = [0.36, 0.345, 0.325, 1] as const;
