// The properties of <vitrine-viewer> that are its attributes and nothing else.

import type { ReadingProperties } from '../core/formats';
import { switches, wordOf, words } from './attributes';
import type { ListenedElement } from './declared';

/** Where there is no DOM the class exists, but nothing can be made of it. */
const Base = (globalThis.HTMLElement ?? class {}) as new () => ListenedElement;

/** Takes properties that were set before the element had its class. */
export function adoptProperties(element: HTMLElement): void {
  const own = element as unknown as Record<string, unknown>,
    known = Object.getPrototypeOf(element) as object;
  for (const name of Object.keys(own)) {
    if (!(name in known)) continue;
    const value = own[name];
    delete own[name];
    Reflect.set(own, name, value);
  }
}

/** Values that frameworks assign to a property: true is the attribute alone, and nothing takes it away. */
export type Given = string | boolean | null | undefined;

export function put(element: HTMLElement, name: string, value: Given): void {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : value);
}

/** Attributes that are texts; empty where they are missing. */
const texts = [
  'src',
  'animations',
  'textures',
  ...words,
  'poster',
  'preview',
  'alt',
  'overlays',
  'background',
  'camera-orbit',
  'camera-target',
  'field-of-view',
] as const;
const flags = [...switches, 'loop'] as const;

// Accessors are declared here and made below from the names of the attributes.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export interface AttributeElement extends ReadingProperties {
  get src(): string;
  set src(value: Given);
  get animations(): string;
  set animations(value: Given);
  get textures(): string;
  set textures(value: Given);
  get poster(): string;
  set poster(value: Given);
  get preview(): string;
  set preview(value: Given);
  get alt(): string;
  set alt(value: Given);
  get overlays(): string;
  set overlays(value: Given);
  get background(): string;
  set background(value: Given);
  get cameraOrbit(): string;
  set cameraOrbit(value: Given);
  get cameraTarget(): string;
  set cameraTarget(value: Given);
  get fieldOfView(): string;
  set fieldOfView(value: Given);
  loop: boolean;
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class AttributeElement extends Base {
  get controls(): 'none' | 'basic' | 'full' {
    const value = this.getAttribute('controls');
    return value === '' ? 'basic' : wordOf(value, ['none', 'basic', 'full']);
  }
  set controls(value: Given) {
    put(this, 'controls', value);
  }
  get loading(): 'lazy' | 'eager' {
    return wordOf(this.getAttribute('loading'), ['lazy', 'eager']);
  }
  set loading(value: Given) {
    put(this, 'loading', value);
  }
  get reveal(): 'auto' | 'interaction' | 'manual' {
    return wordOf(this.getAttribute('reveal'), ['auto', 'interaction', 'manual']);
  }
  set reveal(value: Given) {
    put(this, 'reveal', value);
  }
}

/** `camera-orbit` is the property `cameraOrbit`. */
function reflect<T>(
  name: string,
  get: (element: HTMLElement) => T,
  set: (element: HTMLElement, value: Given) => void,
): void {
  Object.defineProperty(
    AttributeElement.prototype,
    name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    {
      configurable: true,
      get(this: HTMLElement) {
        return get(this);
      },
      set(this: HTMLElement, value: Given) {
        set(this, value);
      },
    },
  );
}

for (const name of texts)
  reflect(
    name,
    (element) => element.getAttribute(name) ?? '',
    (element, value) => put(element, name, value),
  );
for (const name of flags)
  reflect(
    name,
    (element) => element.hasAttribute(name),
    (element, value) => void element.toggleAttribute(name, Boolean(value)),
  );
