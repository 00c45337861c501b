// Features extend the engine beyond showing one model: they answer questions and commands, and take part
// in the pictures of each session through its hooks.

import type { ReportAction } from '../core/report';
import type { Command, EngineFacts, Post } from '../protocol/messages';
import type { Answer, Given, QuestionName } from '../protocol/questions';
import type { Cores } from './cores';
import type { Graphics } from './graphics';
import type { SessionHooks } from './hooks';
import type { GpuMemory } from './analysis/gpuMemory';
import type { Renderer } from './renderer';
import type { Session } from './session';

/** The engine as features see it. */
export interface Host {
  readonly cores: Cores;
  readonly post: Post;
  readonly sessions: ReadonlyMap<number, Session>;
  /** There is none before the first context, and while a lost one has not come back. */
  readonly renderer: Renderer | undefined;
  readonly gpuMemory: GpuMemory | undefined;
  /** Makes the context, once. Throws VitrineError `GL_MISSING`. */
  draws(): Graphics;
  /** Charges the GPU memory that `work` allocates to the session. */
  owned<Result>(session: Session, work: () => Result): Result;
  announce(session: Session, framing: boolean, ended: boolean): void;
  requestFrame(): void;
}

type MaybePromise<Value> = Value | Promise<Value>;

/** `handOver` names buffers of the answer that leave the engine for good. A handler that throws answers undefined. */
export type Handlers = {
  readonly [Name in QuestionName]?: (
    session: Session,
    given: Given<Name>,
    handOver: (...buffers: Transferable[]) => void,
  ) => MaybePromise<Answer<Name>>;
};

type CommandName = Exclude<Command['type'], 'ask'>;
/** Handlers of commands that the engine itself lacks. */
export type Obeyed = { readonly [Name in CommandName]?: (session: Session, command: Command & { type: Name }) => void };

export interface Feature {
  session?(session: Session): SessionHooks | readonly SessionHooks[];
  handlers?: Handlers;
  commands?: Obeyed;
  /** Facts for the event `ready`. */
  facts?(): Promise<EngineFacts>;
  /** Counts what a new context holds. */
  count?(gl: WebGL2RenderingContext): GpuMemory;
  /** Called with each new context, session and settings. */
  equip?(): void;
  /** Something that a session's pictures need is still on its way. */
  coming?(session: Session): boolean;
  /** Index of the action to show when none is named; -1 if none plays. */
  startAction?(actions: readonly ReportAction[]): number;
}

export type MakeFeature = (host: Host) => Feature;
