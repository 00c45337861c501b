// Pictures without a GPU: what they can show, and the images that they need.

import type { CoreModule } from '../core/core';
import type { Document } from '../core/document';
import { VitrineError } from '../base/errors';
import { decodeAnyImage, imageSize } from '../images/anyImage';
import { type Checks, isFlag, isListOf, isNumber, isText } from '../base/given';
import { equalBytes, pixelsEach, reduced } from '../images/imageGroups';
import { PixelBudget } from '../images/imageLimits';
import { type Issue, type Report, Severity } from '../core/report';
import { ask } from '../core/ask';
import { type RenderedPicture, addImage } from '../core/fullCore';
import { poseChecks, type PoseOptions } from './inputs';

/** Contents and camera of an image; the pose as for `pose`. Angles in degrees. */
export interface RenderOptions extends Omit<PoseOptions, 'normals' | 'blend'> {
  /** Pixels, 1 to 4096 (default 640 x 480). */
  width?: number;
  height?: number;
  /** `camera` is the file's own active or first camera. */
  view?: 'three-quarter' | 'front' | 'side' | 'top' | 'camera';
  /** Through the camera of this name. */
  camera?: string;
  /** Around the vertical, 0 looks the model in the face; in place of the named view's. */
  yaw?: number;
  /** Up is positive. */
  pitch?: number;
  /** Angle of view, up and down (default 32). */
  fov?: number;
  /** How far the eye is from the target, and where that is, in world space; default: the whole action is in the picture. */
  distance?: number;
  target?: readonly [number, number, number];
  orthographic?: boolean;
  /** A backdrop, `#rgb` or `#rrggbb`, or nothing (default: light). */
  background?: 'light' | 'dark' | 'transparent' | `#${string}`;
  /** On the floor; by default on a backdrop only. */
  shadow?: boolean;
  grid?: boolean;
  /** Lit by the file's own lamps, where it has any (default true). */
  lamps?: boolean;
  overlays?: readonly ('skeleton' | 'grid')[];
}

const { action, rotations } = poseChecks;

/** Names and kinds: the core knows the words and the ranges. */
export const pictureChecks: Checks<Omit<RenderOptions, 'time'>> = {
  action,
  rotations,
  width: isNumber,
  height: isNumber,
  view: isText,
  camera: isText,
  yaw: isNumber,
  pitch: isNumber,
  fov: isNumber,
  distance: isNumber,
  target: isListOf(isNumber),
  orthographic: isFlag,
  background: isText,
  shadow: isFlag,
  grid: isFlag,
  lamps: isFlag,
  overlays: isListOf(isText),
};
export const renderChecks: Checks<RenderOptions> = { ...pictureChecks, time: isNumber };

export const renderRefused = (message: string): VitrineError => new VitrineError('RENDER_OPTION', message);

export interface Picture extends RenderedPicture {
  /** Images that are damaged, and those that could not be decoded: the model is drawn without them. */
  issues: Issue[];
}

/** Bytes of images by file. */
export type ImageBytes = ReadonlyMap<string, Uint8Array>;

/** The images of one document: decoded once, given to the core as long as it keeps them. */
export class PictureImages {
  private issues: Issue[] | undefined;

  /** After the document has loaded more files. */
  forget(): void {
    this.issues = undefined;
  }

  /** Makes the core hold every image that a picture reads. */
  give(
    core: CoreModule,
    document: Document,
    report: Report,
    read: (files: Iterable<string>, refused: (file: string, error: VitrineError) => void) => ImageBytes,
  ): Issue[] {
    if (this.issues) return this.issues;
    const issues: Issue[] = [];
    const textures = ask(document, 'texturesDrawn', {}).flatMap((texture): DrawnTexture[] => {
      const { file } = report.info.textures[texture] ?? {};
      return file === undefined ? [] : [{ texture, file }];
    });
    const images = read(
      textures.map(({ file }) => file),
      (source, error) => issues.push({ ...issueOf(error), source }),
    );
    const drawn = textures.flatMap((texture): [DrawnTexture, Uint8Array][] => {
      const bytes = images.get(texture.file);
      return bytes ? [[texture, bytes]] : [];
    });
    const groups = equalBytes(drawn);
    const most = pixelsEach([...groups].flatMap(([bytes, textures]) => textures.map(() => pixelsOf(bytes))));
    const budget = new PixelBudget();
    for (const [bytes, textures] of groups) {
      const found = giveOne(core, document, bytes, textures, most, budget);
      // Once a file, however many textures it is.
      const files = new Set(textures.map(({ file }) => file));
      for (const source of files) for (const issue of found) issues.push({ ...issue, source });
    }
    this.issues = issues;
    return issues;
  }
}

interface DrawnTexture {
  texture: number;
  file: string;
}

function pixelsOf(bytes: Uint8Array): number {
  const { width, height } = imageSize(bytes);
  return width * height;
}

/** Problem of one image; an image that cannot be decoded is left out. */
function giveOne(
  core: CoreModule,
  document: Document,
  bytes: Uint8Array,
  textures: readonly DrawnTexture[],
  most: number,
  budget: PixelBudget,
): Issue[] {
  try {
    const image = reduced(decodeAnyImage(core, bytes, budget), most);
    for (const { texture } of textures) addImage(document, texture, image);
    return image.issues ?? [];
  } catch (error) {
    return [issueOf(error)];
  }
}

/** A warning about an image; the picture is drawn without it. */
function issueOf(error: unknown): Issue {
  if (!(error instanceof VitrineError)) throw error;
  const { code, message } = error,
    [issue] = error.issues;
  return { ...issue, code, message, severity: Severity.Warning, source: '' };
}
