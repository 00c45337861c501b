// import type {} from 'vitrine/solid': <vitrine-viewer> in TSX of Solid 1.

import type { JSX } from 'solid-js';
import type { VitrineViewerAttributes, VitrineViewerElement, VitrineViewerEvents } from '../element.js';

type Listeners = { [Name in keyof VitrineViewerEvents as `on:${Name}`]?: (event: VitrineViewerEvents[Name]) => void };

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'vitrine-viewer': Omit<JSX.HTMLAttributes<VitrineViewerElement>, keyof VitrineViewerAttributes> &
        VitrineViewerAttributes &
        Listeners;
    }
  }
}
