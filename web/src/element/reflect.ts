// The properties of <vitrine-viewer> that are its attributes and nothing else.

import { wordOf } from './attributes';

/** Where there is no DOM the class exists, but nothing can be made of it. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

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

export class AttributeElement extends Base {
  get src(): string {
    return this.getAttribute('src') ?? '';
  }
  set src(value: string) {
    this.setAttribute('src', value);
  }
  get animations(): string {
    return this.getAttribute('animations') ?? '';
  }
  set animations(value: string) {
    this.setAttribute('animations', value);
  }
  get textures(): string {
    return this.getAttribute('textures') ?? '';
  }
  set textures(value: string) {
    this.setAttribute('textures', value);
  }
  get pivot(): string {
    return this.getAttribute('pivot') ?? '';
  }
  set pivot(value: string) {
    this.setAttribute('pivot', value);
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
  set poster(value: string) {
    this.setAttribute('poster', value);
  }
  get alt(): string {
    return this.getAttribute('alt') ?? '';
  }
  set alt(value: string) {
    this.setAttribute('alt', value);
  }
  get overlays(): string {
    return this.getAttribute('overlays') ?? '';
  }
  set overlays(value: string) {
    this.setAttribute('overlays', value);
  }
  get background(): string {
    return this.getAttribute('background') ?? '';
  }
  set background(value: string) {
    this.setAttribute('background', value);
  }
  get cameraOrbit(): string {
    return this.getAttribute('camera-orbit') ?? '';
  }
  set cameraOrbit(value: string) {
    this.setAttribute('camera-orbit', value);
  }
  get cameraTarget(): string {
    return this.getAttribute('camera-target') ?? '';
  }
  set cameraTarget(value: string) {
    this.setAttribute('camera-target', value);
  }
  get fieldOfView(): string {
    return this.getAttribute('field-of-view') ?? '';
  }
  set fieldOfView(value: string) {
    this.setAttribute('field-of-view', value);
  }
  get controls(): 'none' | 'basic' | 'full' {
    const value = this.getAttribute('controls');
    return value === '' ? 'basic' : wordOf(value, ['none', 'basic', 'full']);
  }
  set controls(value: string) {
    this.setAttribute('controls', value);
  }
  get loading(): 'lazy' | 'eager' {
    return wordOf(this.getAttribute('loading'), ['lazy', 'eager']);
  }
  set loading(value: string) {
    this.setAttribute('loading', value);
  }
  get reveal(): 'auto' | 'interaction' | 'manual' {
    return wordOf(this.getAttribute('reveal'), ['auto', 'interaction', 'manual']);
  }
  set reveal(value: string) {
    this.setAttribute('reveal', value);
  }
  get loop(): boolean {
    return this.hasAttribute('loop');
  }
  set loop(loop: boolean) {
    this.toggleAttribute('loop', loop);
  }
}
