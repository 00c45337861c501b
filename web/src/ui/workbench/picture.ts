// The picture beside the draft: what the engine says of it, by pointers of the document.

import * as m from '../../core/math';
import type { Vec3 } from '../../core/report';
import type { WorldOutline } from '../../core/world';
import type { WorldIssue } from '../../core/worldReport';
import type { WorldFrameInfo, WorldPick } from '../../engine/world/messages';
import type { RollRows } from '../../music/core';
import type { EditedRoom } from '../world/edited';
import type { BenchEngine, Picture } from './bench';

/** States are asked for so many ms after the last time, at the earliest. */
const kStatesMs = 100;
/** In each state that was told: what the frame did not come to has no other bit. */
const kKnown = 256;
const kNear = 0.05;
const kFar = 5000;
/** Before the first frame. */
const kEye: Pick<WorldFrameInfo['eye'], 'at' | 'dir' | 'up' | 'fov'> = {
  at: [0, 0, 0],
  dir: [0, 0, -1],
  up: [0, 1, 0],
  fov: 60,
};

/** Columns, as WebGL's; `fov` is the vertical angle in degrees. */
export function viewProjection(at: Vec3, dir: Vec3, up: Vec3, fov: number, aspect: number): Float32Array {
  const isAlong = Math.abs(m.dot(m.normalize(dir), m.normalize(up))) > 0.9999;
  return m.multiply(
    m.perspective((fov * Math.PI) / 180, aspect, kNear, kFar),
    m.lookAt(at, m.add(at, dir), isAlong ? [0, 0, 1] : up),
  );
}

export class RoomPicture implements Picture {
  readonly layer: HTMLElement;
  outline: WorldOutline | undefined;
  issues: readonly WorldIssue[] = [];
  /** Operators of the frame that shows, and those that ran. */
  ran = 0;
  #states = new Map<string, number>();
  #operators = new Map<string, number>();
  #asked = 0;
  #isAsking = false;

  constructor(
    private readonly room: EditedRoom,
    private readonly engine: BenchEngine,
  ) {
    this.layer = room.kit.h('div', { class: 'bench-layer' });
    this.outlined(room.outline);
    this.issues = room.issues;
  }

  get frame(): WorldFrameInfo | undefined {
    return this.room.frame;
  }
  get roll(): RollRows | undefined {
    return this.room.roll;
  }
  get canvas(): HTMLCanvasElement {
    return this.room.canvas;
  }

  /** Another outline: pointers are others. */
  outlined(outline: WorldOutline | undefined): void {
    this.outline = outline;
    this.#operators = new Map(outline?.operators.map(({ pointer }, i) => [pointer, i]));
  }

  /** The operator of the outline at this place or around it; -1. */
  operatorOf(pointer: string): number {
    for (let own = pointer; own !== ''; own = own.slice(0, own.lastIndexOf('/'))) {
      const operator = this.#operators.get(own);
      if (operator !== undefined) return operator;
    }
    return -1;
  }

  state(pointer: string): number {
    return this.#states.get(pointer) ?? 0;
  }

  /** Asks for the states of the frame that shows; false where that was done a moment ago. */
  async askStates(): Promise<boolean> {
    const now = performance.now();
    if (this.#isAsking || now - this.#asked < kStatesMs) return false;
    this.#asked = now;
    this.#isAsking = true;
    const answer = await this.engine.ask({ type: 'states' });
    this.#isAsking = false;
    if (!answer) return false;
    this.#states = statesOf(answer, this.outline);
    return true;
  }

  get states(): ReadonlyMap<string, number> {
    return this.#states;
  }

  seek(seconds: number): void {
    this.room.seek(seconds);
  }
  play(playing: boolean): void {
    this.room.play(playing);
  }

  view(): ReturnType<Picture['view']> {
    const { at, dir, up, fov } = this.frame?.eye ?? kEye,
      { clientWidth, clientHeight } = this.canvas,
      aspect = clientWidth / Math.max(1, clientHeight) || 1;
    return { viewProjection: viewProjection([...at], [...dir], [...up], fov, aspect), at, dir, up, fov };
  }

  pick(x: number, y: number): Promise<WorldPick | undefined> {
    return this.engine.ask({ type: 'pick', x, y }) as Promise<WorldPick | undefined>;
  }
}

/** Numbers per operator, in the order of the outline; none while that is of another text. */
function statesOf(answer: unknown, outline: WorldOutline | undefined): Map<string, number> {
  const states = new Map<string, number>();
  const numbers = answer as ArrayLike<number>;
  if (numbers.length !== outline?.operators.length) return states;
  outline.operators.forEach(({ pointer }, i) => {
    const state = numbers[i];
    if (state !== undefined) states.set(pointer, (states.get(pointer) ?? kKnown) | state);
  });
  return states;
}
