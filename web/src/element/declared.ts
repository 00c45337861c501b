// The attributes and events of <vitrine-viewer>, as markup and listeners in TypeScript write them. Types alone.

import type { readingAttributes } from '../core/formats';
import type { Issue } from '../core/report';
import type { AttributeName, CameraChange, ReadingAttribute } from './attributes';

type Reading = typeof readingAttributes;

/** Attributes of the element; `public/docs/element.md` describes them. */
export type VitrineViewerAttributes = Partial<Record<Exclude<AttributeName, keyof Words>, string | undefined>> & Words;

type Words = {
  [Name in ReadingAttribute]?: Reading[Name] extends string ? boolean | undefined : string | undefined;
} & {
  time?: number | string | undefined;
  speed?: number | string | undefined;
  playing?: boolean | undefined;
  loop?: boolean | undefined;
  muted?: boolean | undefined;
  volume?: number | string | undefined;
  controls?: 'none' | 'basic' | 'full' | boolean | undefined;
  theme?: 'auto' | 'light' | 'dark' | undefined;
  loading?: 'lazy' | 'eager' | undefined;
  reveal?: 'auto' | 'interaction' | 'manual' | undefined;
};

/** Events of the element, without those of every element. */
export type VitrineViewerEvents = Pick<
  VitrineViewerEventMap,
  | 'loadedmetadata'
  | 'load'
  | 'progress'
  | 'error'
  | 'play'
  | 'pause'
  | 'timeupdate'
  | 'ended'
  | 'ratechange'
  | 'volumechange'
  | 'seeked'
  | 'actionchange'
  | 'camerachange'
>;

export interface VitrineViewerEventMap extends Omit<HTMLElementEventMap, 'error'> {
  loadedmetadata: Event;
  load: Event;
  progress: ProgressEvent;
  error: CustomEvent<{ code: string; message: string; issues: readonly Issue[] }>;
  actionchange: CustomEvent<{ action: string; index: number; duration: number }>;
  camerachange: CustomEvent<CameraChange>;
}

/** An element whose listeners know these events. */
export interface ListenedElement extends HTMLElement {
  addEventListener<Name extends keyof VitrineViewerEventMap>(
    type: Name,
    listener: (this: this, event: VitrineViewerEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof VitrineViewerEventMap>(
    type: Name,
    listener: (this: this, event: VitrineViewerEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}
