// The engine of the room as panes may ask it, and the picture beside the draft: what the engine says of it, by pointers
// of the document.

import * as m from '../../core/math';
import type { Vec3 } from '../../core/report';
import type { WorldOutline } from '../../core/world';
import type { WorldIssue } from '../../core/worldReport';
import type { WorldEvent, WorldFrameInfo, WorldPick } from '../../engine/world/messages';
import type { RollRows } from '../../music/core';
import type { EditedRoom, RoomFile, RoomOutcome } from '../world/edited';
import type { BenchEngine, EngineMessage, EngineView, Picture } from './bench';

type Client = EditedRoom['client'];

const ask = (client: Client, view: number, question: EngineMessage): Promise<unknown> =>
  client.ask({ ...question, view } as unknown as Parameters<Client['ask']>[0]);
const send = (client: Client, view: number, command: EngineMessage, transfer: Transferable[] = []): void =>
  client.send({ ...command, view } as unknown as Parameters<Client['send']>[0], transfer);

/** Opens a text in a view of the engine, with the files of the room's document, and `more`. */
export function openIn(
  { client, given }: EditedRoom,
  view: number,
  text: string,
  time: number,
  more: readonly RoomFile[] = [],
): Promise<RoomOutcome> {
  const request = client.newId(),
    bytes = new TextEncoder().encode(text).buffer;
  return new Promise((resolve) => {
    const end = client.on((event) => {
      if ((event.type !== 'opened' && event.type !== 'refused') || event.request !== request) return;
      end();
      if (event.type === 'opened') resolve({ opened: true, issues: event.issues, missing: event.missing });
      else resolve({ opened: false, issues: event.issues });
    });
    const base = given?.base === undefined ? {} : { base: given.base };
    send(
      client,
      view,
      { type: 'open', request, text: bytes, files: [...(given?.files ?? []), ...more], time, ...base },
      [bytes],
    );
  });
}

class OtherView implements EngineView {
  readonly #view: number;
  #end: (() => void)[] = [];

  constructor(
    private readonly room: EditedRoom,
    canvas: HTMLCanvasElement,
  ) {
    this.#view = room.client.newId();
    room.client.attach(this.#view, canvas);
  }

  ask(question: EngineMessage): Promise<unknown> {
    return ask(this.room.client, this.#view, question);
  }

  send(command: EngineMessage): void {
    send(this.room.client, this.#view, command);
  }

  open(text: string, time: number, more?: readonly RoomFile[]): Promise<RoomOutcome> {
    return openIn(this.room, this.#view, text, time, more);
  }

  on(listener: (event: WorldEvent) => void): () => void {
    const end = this.room.client.on((event) => {
      if ('view' in event && event.view === this.#view) listener(event);
    });
    this.#end.push(end);
    return end;
  }

  close(): void {
    for (const end of this.#end.splice(0)) end();
    this.send({ type: 'close' });
  }
}

export function engineOf(room: EditedRoom): BenchEngine {
  return {
    ask: (question) => ask(room.client, room.view, question),
    send: (command) => send(room.client, room.view, command),
    newView: (canvas) => new OtherView(room, canvas),
  };
}

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

/** The picture beside the draft: what the engine says of it, by pointers of the document. */
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
