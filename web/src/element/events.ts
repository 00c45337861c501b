// The events of <vitrine-viewer>, for listeners in TypeScript.

import type { Issue } from '../core/report';
import type { CameraChange } from './attributes';

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
