// import { connectEmbed } from 'vitrine/embed': the page around an iframe with embed.html. It gives the frame the height it
// asks for, receives its events and sends it what to show. Messages of other frames and origins are ignored.

import type { ReadingProperties } from '../core/formats';
import type { ReportAction, Statistics } from '../core/report';
import type { CameraChange } from './attributes';

/** From the embedded page. */
export type EmbedEvent =
  /** It listens. */
  | { type: 'vitrine:ready' }
  | {
      type: 'vitrine:loaded';
      actions: Pick<ReportAction, 'name' | 'duration' | 'frames' | 'frameRate' | 'playable'>[];
      action: string;
      duration: number;
      statistics: Statistics;
    }
  | { type: 'vitrine:time'; time: number; duration: number; action: string; paused: boolean }
  | { type: 'vitrine:error'; code: string; message: string }
  /** The height that suits its width. */
  | { type: 'vitrine:size'; width: number; height: number };

/** Messages to the embedded page; nothing in it asks for all of the above once more. */
export interface EmbedSettings extends Partial<ReadingProperties> {
  src?: string;
  animations?: string;
  textures?: string;
  alt?: string;
  poster?: string;
  action?: string;
  time?: number;
  playing?: boolean;
  loop?: boolean;
  speed?: number;
  controls?: 'none' | 'basic' | 'full';
  overlays?: string;
  background?: string;
  theme?: 'auto' | 'light' | 'dark';
  camera?: Partial<CameraChange>;
}
export type EmbedCommand = { type: 'vitrine:set' } & EmbedSettings;

type EventOf<Name extends EmbedEvent['type']> = Extract<EmbedEvent, { type: Name }>;

export interface EmbedConnection {
  set(changes: EmbedSettings): void;
  /** Returns the function that ends listening. */
  on<Name extends EmbedEvent['type']>(name: Name, listener: (event: EventOf<Name>) => void): () => void;
  disconnect(): void;
}

export interface EmbedOptions {
  /** The frame takes the height that its page asks for (default true). */
  autoHeight?: boolean;
}

export function connectEmbed(frame: HTMLIFrameElement, { autoHeight = true }: EmbedOptions = {}): EmbedConnection {
  // A sandbox without `allow-same-origin` takes the page's origin away; messages to it cannot name one.
  const apart = frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin');
  const origin = apart ? 'null' : new URL(frame.src, document.baseURI).origin;
  const listeners = new Map<string, Set<(event: never) => void>>();
  const post = (changes: EmbedSettings): void =>
    frame.contentWindow?.postMessage({ ...changes, type: 'vitrine:set' } satisfies EmbedCommand, apart ? '*' : origin);
  /** Commands sent before the page in the frame was ready. */
  let early: EmbedSettings | undefined = {};
  const set = (changes: EmbedSettings): void => {
    if (early)
      early = { ...early, ...changes, ...(early.camera && { camera: { ...early.camera, ...changes.camera } }) };
    else post(changes);
  };

  const receive = ({ source, origin: from, data }: MessageEvent<EmbedEvent>): void => {
    if (source === null || source !== frame.contentWindow || from !== origin) return;
    if (typeof data !== 'object' || data === null || typeof data.type !== 'string') return;
    if (autoHeight && data.type === 'vitrine:size' && data.height > 0) frame.style.height = `${data.height}px`;
    if (data.type === 'vitrine:ready') {
      const settings = early ?? {};
      early = undefined;
      // Without any it would be a question.
      if (Object.keys(settings).length > 0) post(settings);
    }
    for (const listener of listeners.get(data.type) ?? []) (listener as (event: EmbedEvent) => void)(data);
  };
  addEventListener('message', receive);
  // The page in the frame may have been there first. Before it has loaded, the frame is of another origin.
  const greet = (): void => post({});
  frame.addEventListener('load', greet);
  let inside: string | undefined;
  try {
    inside = frame.contentWindow?.location.href;
  } catch {
    // A page of another origin is there already.
  }
  if (inside !== 'about:blank') greet();

  return {
    set,
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener as (event: never) => void));
      return () => set.delete(listener as (event: never) => void);
    },
    disconnect() {
      removeEventListener('message', receive);
      frame.removeEventListener('load', greet);
      listeners.clear();
    },
  };
}
