// GPU resources of one world. Worlds that play at once keep theirs side by side.

import { FrameData } from './frame';
import { WorldImages, type PlainImage } from './images';
import { ShadowBuffers } from './shadows';

export type ImageList = readonly (PlainImage | undefined)[];

export class WorldScene {
  readonly data: FrameData;
  readonly shadows: ShadowBuffers;

  constructor(
    gl: WebGL2RenderingContext,
    readonly images: WorldImages,
  ) {
    this.data = new FrameData(gl);
    this.shadows = new ShadowBuffers(gl);
  }

  dispose(): void {
    this.data.dispose();
    this.shadows.dispose();
  }
}

/** The scenes of a context by who plays them; scenes of one list of images share it. */
export class WorldScenes<Player extends { images: ImageList }> {
  readonly #scenes = new Map<Player, WorldScene>();
  readonly #images = new Map<ImageList, WorldImages>();

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** Made, with its images, when it is first asked for. */
  of(player: Player): WorldScene {
    let scene = this.#scenes.get(player);
    if (scene) return scene;
    let images = this.#images.get(player.images);
    if (!images) this.#images.set(player.images, (images = new WorldImages(this.gl, player.images)));
    this.#scenes.set(player, (scene = new WorldScene(this.gl, images)));
    return scene;
  }

  drop(player: Player): void {
    this.#scenes.get(player)?.dispose();
    this.#scenes.delete(player);
    if ([...this.#scenes.keys()].some(({ images }) => images === player.images)) return;
    this.#images.get(player.images)?.dispose(this.gl);
    this.#images.delete(player.images);
  }
}
