// import type {} from 'vitrine/react': <vitrine-viewer> in TSX of React 18.2 and later.

import type { HTMLAttributes, RefAttributes } from 'react';
import type { VitrineViewerAttributes, VitrineViewerElement, VitrineViewerEvents } from '../element.js';

/** React 19 listens to events of custom elements by `on` and their very name. */
type Listeners = { [Name in keyof VitrineViewerEvents as `on${Name}`]?: (event: VitrineViewerEvents[Name]) => void };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'vitrine-viewer': Omit<HTMLAttributes<VitrineViewerElement>, keyof VitrineViewerAttributes> &
        RefAttributes<VitrineViewerElement> &
        VitrineViewerAttributes &
        Listeners & { class?: string; slot?: string };
    }
  }
}
