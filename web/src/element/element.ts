// import 'vitrine/element': defines <vitrine-viewer>. On a server, where nothing can be defined, it only hands out names.

import { listenToLinks } from './links';
import { VitrineViewerElement } from './viewer';

export { VitrineError } from '../base/errors';
export type * from '../core/formats';
export type * from '../core/report';
export type { ExportedFile } from '../core/fullCore';
export type { CameraChange } from './attributes';
export { configure, type VitrineConfig } from './sharedEngine';
export type { VitrineViewerAttributes, VitrineViewerEventMap, VitrineViewerEvents } from './declared';
export type { ModelFile } from './sources';
export { VitrineViewerElement, type OpenOptions } from './viewer';

export const tagName = 'vitrine-viewer';

if (globalThis.customElements && !customElements.get(tagName)) {
  customElements.define(tagName, VitrineViewerElement);
  listenToLinks();
}

declare global {
  interface HTMLElementTagNameMap {
    'vitrine-viewer': VitrineViewerElement;
  }
}
