// The attributes and events of <vitrine-viewer> as markup in TypeScript writes them. Types alone.

import type { readingAttributes } from '../core/formats';
import type { AttributeName, ReadingAttribute } from './attributes';
import type { VitrineViewerEventMap } from './events';

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
