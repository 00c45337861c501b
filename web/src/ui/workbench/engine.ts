// The engine of the room, as panes may ask it, and more pictures of it.

import type { WorldEvent } from '../../engine/world/messages';
import type { EditedRoom, RoomFile, RoomOutcome } from '../world/edited';
import type { BenchEngine, EngineMessage, EngineView } from './bench';

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
