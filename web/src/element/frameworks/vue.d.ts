// import type {} from 'vitrine/vue': <vitrine-viewer> in templates of Vue 3.

import type { DefineComponent, HTMLAttributes } from 'vue';
import type { VitrineViewerAttributes, VitrineViewerEvents } from '../element.js';

/** Vue checks `camera-orbit` by its name as a property. */
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
type Properties = { [Name in keyof VitrineViewerAttributes as Camel<Name>]: VitrineViewerAttributes[Name] };
type Listeners = {
  [Name in keyof VitrineViewerEvents as `on${Capitalize<Name>}`]?: (event: VitrineViewerEvents[Name]) => void;
};

declare module 'vue' {
  interface GlobalComponents {
    'vitrine-viewer': DefineComponent<
      Properties & Omit<HTMLAttributes, keyof Properties | keyof Listeners> & Listeners
    >;
  }
}
