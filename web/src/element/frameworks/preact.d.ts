// import type {} from 'vitrine/preact': <vitrine-viewer> in TSX of Preact 10.

import type { HTMLAttributes } from 'preact';
import type { VitrineViewerAttributes, VitrineViewerElement, VitrineViewerEvents } from '../element.js';

type Listeners = { [Name in keyof VitrineViewerEvents as `on${Name}`]?: (event: VitrineViewerEvents[Name]) => void };

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'vitrine-viewer': Omit<HTMLAttributes<VitrineViewerElement>, keyof VitrineViewerAttributes | keyof Listeners> &
        VitrineViewerAttributes &
        Listeners;
    }
  }
}
