// The properties of <vitrine-viewer> that are its attributes and nothing else.

import { wordOf } from './attributes';
import type { ListenedElement } from './events';

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

export class AttributeElement extends Base {
  get src(): string {
    return this.getAttribute('src') ?? '';
  }
  set src(value: Given) {
    put(this, 'src', value);
  }
  get animations(): string {
    return this.getAttribute('animations') ?? '';
  }
  set animations(value: Given) {
    put(this, 'animations', value);
  }
  get textures(): string {
    return this.getAttribute('textures') ?? '';
  }
  set textures(value: Given) {
    put(this, 'textures', value);
  }
  get pivot(): string {
    return this.getAttribute('pivot') ?? '';
  }
  set pivot(value: Given) {
    put(this, 'pivot', value);
  }
  get legacyCurves(): boolean {
    return this.hasAttribute('legacy-curves');
  }
  set legacyCurves(legacyCurves: boolean) {
    this.toggleAttribute('legacy-curves', legacyCurves);
  }
  get poster(): string {
    return this.getAttribute('poster') ?? '';
  }
  set poster(value: Given) {
    put(this, 'poster', value);
  }
  get alt(): string {
    return this.getAttribute('alt') ?? '';
  }
  set alt(value: Given) {
    put(this, 'alt', value);
  }
  get overlays(): string {
    return this.getAttribute('overlays') ?? '';
  }
  set overlays(value: Given) {
    put(this, 'overlays', value);
  }
  get background(): string {
    return this.getAttribute('background') ?? '';
  }
  set background(value: Given) {
    put(this, 'background', value);
  }
  get cameraOrbit(): string {
    return this.getAttribute('camera-orbit') ?? '';
  }
  set cameraOrbit(value: Given) {
    put(this, 'camera-orbit', value);
  }
  get cameraTarget(): string {
    return this.getAttribute('camera-target') ?? '';
  }
  set cameraTarget(value: Given) {
    put(this, 'camera-target', value);
  }
  get fieldOfView(): string {
    return this.getAttribute('field-of-view') ?? '';
  }
  set fieldOfView(value: Given) {
    put(this, 'field-of-view', value);
  }
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
  get loop(): boolean {
    return this.hasAttribute('loop');
  }
  set loop(loop: boolean) {
    this.toggleAttribute('loop', loop);
  }
}
