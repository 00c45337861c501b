// World documents among what is opened. What shows them is a script of its own, fetched with the first of them.

import { plainName } from '../../core/gzipName';
import { plainFile } from '../../archives/unpack';
import type { SourceFile } from '../../protocol/files';
import type { WorldIssue } from '../../core/worldReport';
import { readingError } from '../../base/errors';
import { scriptUrl } from '../../base/trusted';
import { foldPath } from '../../base/mount';
import { Divider } from '../compare/divider';
import { h, iconButton, setIcon } from '../dom';
import { hashParts } from '../linkState';
import { fixed, t } from '../language';
import type { WorldFrameInfo } from '../../engine/world/messages';
import { VirtualList } from '../virtual';
import type { WorldRoom } from '../world/room';

export interface WorldHost {
  /** Where the room stands. */
  place: HTMLElement;
  /** Puts its tabs into the bar. */
  readonly tabs: (tabs: HTMLElement) => void;
  /** A panel of it came, went or has another width. */
  readonly arranged: () => void;
  readonly count: (tab: HTMLElement, issues: readonly WorldIssue[]) => void;
  say(text: string): void;
  issues(issues: WorldIssue[]): void;
  frame(frame: WorldFrameInfo): void;
  /** The engine has failed; what was being opened is refused. */
  failed(): void;
}

export interface WorldOpening {
  time?: number | undefined;
  play: boolean;
  base?: string | undefined;
}

export type WorldResult =
  | { opened: true; issues: WorldIssue[]; missing: string[] }
  | { opened: false; code: string; message: string; issues: WorldIssue[] };

export class Worlds {
  room: WorldRoom | undefined;
  #coming: Promise<WorldRoom> | undefined;
  /** Counts rooms that were given up. */
  #dropped = 0;

  constructor(private readonly host: WorldHost) {
    // The room itself writes and reads them.
    for (const name of ['eye', 'draw', 'light'])
      hashParts.push({ name, write: () => undefined, read: () => undefined });
  }

  /** The world that shows stays where this one cannot be drawn. */
  async open(name: string, files: readonly SourceFile[], { time, play, base }: WorldOpening): Promise<WorldResult> {
    if (this.room?.isBroken) this.drop();
    const own = files.find((file) => file.name === name),
      dropped = this.#dropped;
    try {
      const room = await this.#load();
      const text = await bytesOf(own!);
      const named = await namedFiles(name, text, files);
      if (dropped !== this.#dropped) throw new Error(t('Cancelled.'));
      const wasHidden = room.element.hidden;
      if (wasHidden) room.element.classList.add('is-coming');
      room.element.hidden = false;
      const outcome = await room.open({
        text,
        files: named,
        play,
        ...(time !== undefined && { time }),
        ...(base !== undefined && { base }),
      });
      room.element.classList.remove('is-coming');
      if (wasHidden && !outcome.opened) room.show(false);
      if (outcome.opened) return outcome;
      const first = outcome.issues.find(({ severity }) => severity === 0);
      return {
        opened: false,
        code: first?.code ?? 'WORLD_REFUSED',
        message: first?.message ?? t('The world cannot be drawn.'),
        issues: outcome.issues,
      };
    } catch (error) {
      return { opened: false, code: 'FILE_UNREADABLE', message: readingError(name, error), issues: [] };
    }
  }

  /** Gives up what is being opened, and with it the room: an engine that is busy hears nothing. The next world gets another one. */
  drop(): void {
    this.#dropped += 1;
    if (!this.room) return;
    this.room.dispose();
    this.room = this.#coming = undefined;
  }

  show(shown: boolean): void {
    document.body.classList.toggle('is-world', shown);
    this.room?.show(shown);
  }

  #load(): Promise<WorldRoom> {
    this.#coming ??= this.#make().catch((error: unknown) => {
      // The next try may find it.
      this.#coming = undefined;
      throw error;
    });
    return this.#coming;
  }

  async #make(): Promise<WorldRoom> {
    const url = new URL('./world-page.js', import.meta.url).href;
    const { WorldRoom: Room } = (await import(url)) as { WorldRoom: typeof WorldRoom };
    const { host } = this;
    const say = (text: string): void => host.say(text);
    const { tabs, arranged, count } = host;
    this.room = new Room({
      h,
      iconButton,
      setIcon,
      t,
      fixed,
      VirtualList,
      Divider,
      scriptUrl,
      say,
      tabs,
      arranged,
      count,
    });
    this.room.onIssues = (issues) => host.issues(issues);
    this.room.onFrame = (frame) => host.frame(frame);
    this.room.onFailed = (message) => {
      host.say(message);
      host.failed();
    };
    host.place.append(this.room.element);
    return this.room;
  }
}

async function bytesOf({ name, data }: SourceFile): Promise<ArrayBuffer> {
  const plain = await plainFile(name, data);
  return plain instanceof Blob ? plain.arrayBuffer() : plain.slice(0);
}

/** The files that a text of the document names, found beside it, or else by their last name. */
async function namedFiles(
  document: string,
  text: ArrayBuffer,
  files: readonly SourceFile[],
): Promise<{ name: string; data: Blob | ArrayBuffer }[]> {
  const folder = document.slice(0, document.lastIndexOf('/') + 1),
    byPath = new Map(files.map((file) => [foldPath(file.name), file])),
    byName = new Map(files.map((file) => [foldPath(file.name.split('/').pop() ?? ''), file]));
  const found = new Map<string, SourceFile>();
  for (const name of textsOf(text)) {
    const plain = plainName(name),
      path = foldPath(folder + plain),
      file = byPath.get(path) ?? byName.get(foldPath(plain.split('/').pop() ?? ''));
    if (file && file.name !== document) found.set(name, file);
  }
  return Promise.all(
    [...found].map(async ([name, { name: path, data }]) => ({
      name,
      data: await plainFile(path, data),
    })),
  );
}

/** All texts in a document; empty if it is not JSON, which the core reports. */
function textsOf(bytes: ArrayBuffer): Set<string> {
  const texts = new Set<string>();
  let open: unknown[];
  try {
    open = [JSON.parse(new TextDecoder().decode(bytes)) as unknown];
  } catch {
    return texts;
  }
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') texts.add(value);
    else if (value !== null && typeof value === 'object') for (const child of Object.values(value)) open.push(child);
  }
  return texts;
}
