// World documents among what is opened. What shows them is a script of its own, fetched with the first of them.

import type * as workbench from '../workbench/index';
import { plainFile } from '../../archives/unpack';
import { readingError } from '../../base/errors';
import { foldPath } from '../../base/mount';
import { scriptUrl } from '../../base/trusted';
import { plainName } from '../../core/gzipName';
import type { Report } from '../../core/report';
import type { WorldIssue } from '../../core/worldReport';
import type { WorldFrameInfo } from '../../engine/world/messages';
import type { SourceFile } from '../../protocol/files';
import { handleOf } from '../../viewer/files';
import { Divider } from '../compare/divider';
import { h, iconButton, setIcon } from '../dom';
import type { KeptDraft } from '../drafts';
import { countOf, fixed, speakFor, t } from '../language';
import { hashParts } from '../linkState';
import { VirtualList } from '../virtual';
import type { RoomKit } from '../world/kit';
import type { WorldRoom } from '../world/room';

/** Problems of a world in the form of those of models. */
export function reportOf(source: string, issues: readonly WorldIssue[]): Pick<Report, 'issues'> {
  const count = (severity: number): number => issues.filter((issue) => issue.severity === severity).length;
  return {
    issues: {
      numErrors: count(0),
      numWarnings: count(1),
      numInfos: 0,
      numHints: 0,
      truncated: false,
      messages: issues.map((issue) => ({ ...issue, source })),
    },
  };
}

interface WorldHost {
  /** Where the room stands. */
  place: HTMLElement;
  /** Puts its tabs into the bar. */
  readonly tabs: (tabs: HTMLElement) => void;
  /** A panel of it came, went or has another width. */
  readonly arranged: () => void;
  readonly count: (tab: HTMLElement, issues: readonly WorldIssue[]) => void;
  /** Opens a document; `base` is its address, where it has one. */
  open(files: readonly SourceFile[], base?: string): Promise<void>;
  say(text: string): void;
  issues(issues: WorldIssue[]): void;
  frame(frame: WorldFrameInfo): void;
  /** The engine has failed; what was being opened is refused. */
  failed(): void;
}

interface WorldOpening {
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
    for (const name of ['eye', 'draw', 'light', 'edit'])
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
        name: own!.name,
        handle: own!.data instanceof Blob ? handleOf(own!.data) : undefined,
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

  /** Files for the world that is edited: models with what belongs to them, and all others. */
  async take(
    { models, others }: { models: SourceFile[][]; others: SourceFile[] },
    at?: { x: number; y: number },
  ): Promise<void> {
    const unpacked = { models: await Promise.all(models.map(plainFiles)), others: await plainFiles(others) };
    this.room?.take(unpacked, at);
  }

  /** Asks what a new world begins with, and opens that to be edited. */
  async create(): Promise<void> {
    const { createWorld } = await this.#workbench();
    await createWorld(this.#kit);
  }

  /** A draft that the browser has kept. */
  async proceed(draft: KeptDraft): Promise<void> {
    const { proceed } = await this.#workbench();
    await proceed(this.#kit, draft);
  }

  async #workbench(): Promise<typeof workbench> {
    await speakFor('workbench');
    return (await import(new URL('./world-edit.js', import.meta.url).href)) as typeof workbench;
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

  get #kit(): RoomKit {
    const { host } = this,
      { tabs, arranged, count } = host;
    return {
      h,
      iconButton,
      setIcon,
      t,
      fixed,
      VirtualList,
      Divider,
      scriptUrl,
      say: (text) => host.say(text),
      tabs,
      arranged,
      count,
      countOf,
      speakFor,
      create: (name, text, files = [], base) =>
        void host.open([{ name, data: new Blob([text]) }, ...files], base).then(() => this.room?.restore({ edit: '' })),
    };
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
    this.room = new Room(this.#kit);
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
  return plainFiles([...found].map(([name, { data }]) => ({ name, data })));
}

const plainFiles = (files: readonly SourceFile[]): Promise<{ name: string; data: Blob | ArrayBuffer }[]> =>
  Promise.all(files.map(async ({ name, data }) => ({ name, data: await plainFile(name, data) })));

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
