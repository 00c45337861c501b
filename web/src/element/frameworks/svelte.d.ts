// import type {} from 'vitrine/svelte': <vitrine-viewer> in templates of Svelte 5.

import type { HTMLAttributes } from 'svelte/elements';
import type { VitrineViewerAttributes, VitrineViewerElement, VitrineViewerEvents } from '../element.js';

type Listeners = { [Name in keyof VitrineViewerEvents as `on${Name}`]?: (event: VitrineViewerEvents[Name]) => void };

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'vitrine-viewer': Omit<HTMLAttributes<VitrineViewerElement>, keyof VitrineViewerAttributes | keyof Listeners> &
      VitrineViewerAttributes &
      Listeners;
  }
}
