// Where one looks from: presets, projection, the turntable, and the axes of the file in a corner of the view.

import * as m from '../../core/math';
import { type CameraPose, eyeDirection, kHomePitch, kHomeYaw } from '../../protocol/view';
import type { Viewer } from '../../viewer/viewer';
import { keysOf } from '../commands';
import { h, svgIcon } from '../dom';
import { t } from '../language';
import { hashParts } from '../linkState';
import { recall, remember } from '../memory';
import { keepArrows, rove } from './menus';
import type { ToolState } from './toolState';

const degrees = (angle: number): number => Math.round((angle * 180) / Math.PI);
const radians = (angle: number): number => (angle * Math.PI) / 180;
const keyOf = (file: string): string => `front.${file.slice(0, file.lastIndexOf('/') + 1)}`;

/** "Use this view as the front": the direction that the user has set as the model's front, remembered for its folder. */
class Front {
  readonly button: HTMLButtonElement;
  private file = '';

  constructor(
    private readonly viewer: Viewer,
    private readonly say: (text: string) => void,
  ) {
    this.button = h('button', {
      class: 'button small',
      text: t('Use this view as the front'),
      title: t('Remembers this direction as the front of all models in the folder'),
      attributes: { type: 'button' },
      on: { click: () => this.choose() },
    });
    hashParts.push({
      name: 'front',
      write: () => (viewer.camera.front === 0 ? undefined : String(degrees(viewer.camera.front))),
      read: (value) => {
        if (value !== undefined && Number.isFinite(Number(value))) viewer.camera.front = radians(Number(value));
      },
    });
  }

  /** Before the camera is placed: the front of the folder of `file`. */
  show(file: string): void {
    this.file = file;
    this.viewer.camera.front = radians(Number(recall(keyOf(file), '0')) || 0);
  }

  private choose(): void {
    const { camera } = this.viewer,
      turned = degrees(camera.pose.yaw) % 360;
    camera.front = radians(turned);
    remember(keyOf(this.file), String(turned));
    this.say(t('Remembered as the front of the models in this folder.'));
  }
}

const kHalf = Math.PI / 2;
const presets = {
  front: [0, 0],
  back: [Math.PI, 0],
  right: [kHalf, 0],
  left: [-kHalf, 0],
  top: [0, kHalf],
  bottom: [0, -kHalf],
  quarter: [kHomeYaw, kHomePitch],
} as const;
type Preset = keyof typeof presets;

const kSlowest = -60;
const kFastest = 60;

/** Rotates the view around the model until the user moves it. */
class Turntable {
  /** Degrees a second. */
  speed: number;
  onChange: () => void = () => undefined;
  private running = false;
  private last = 0;

  constructor(
    private readonly viewer: Viewer,
    stage: HTMLElement,
  ) {
    this.speed = Math.max(kSlowest, Math.min(kFastest, Number(recall('turntable', '20')) || 20));
    for (const type of ['pointerdown', 'wheel'] as const)
      stage.addEventListener(type, () => this.set(false), { capture: true, passive: true });
    stage.addEventListener(
      'keydown',
      ({ key }) => {
        if (/^(Arrow|Home|[0-9+=-]$|f$)/.test(key)) this.set(false);
      },
      { capture: true },
    );
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', () => {
      if (!this.able) this.set(false);
      this.onChange();
    });
  }

  get on(): boolean {
    return this.running;
  }

  /** Nothing turns by itself for those who asked for little motion. */
  get able(): boolean {
    return !this.viewer.camera.still;
  }

  set(on: boolean): void {
    if (on === this.running || (on && !this.able)) return;
    this.running = on;
    if (on) {
      if (this.viewer.settings.cameraNode >= 0) this.viewer.set({ cameraNode: -1 });
      this.last = performance.now();
      requestAnimationFrame((now) => this.step(now));
    }
    this.onChange();
  }

  setSpeed(speed: number): void {
    if (!Number.isFinite(speed)) return;
    this.speed = Math.max(kSlowest, Math.min(kFastest, speed));
    remember('turntable', String(this.speed));
    this.onChange();
  }

  private step(now: number): void {
    if (!this.running) return;
    const seconds = Math.min(0.1, Math.max(0, (now - this.last) / 1000));
    this.last = now;
    this.viewer.camera.turn((this.speed * Math.PI * seconds) / 180, 0);
    this.viewer.move();
    requestAnimationFrame((next) => this.step(next));
  }
}

export class Views {
  readonly button: HTMLButtonElement;
  readonly menu: HTMLElement;
  /** The corner with the axes. */
  readonly axes: HTMLElement;
  readonly turntable: Turntable;
  readonly front: Front;
  private readonly orthographic: HTMLInputElement;
  private readonly turning: HTMLInputElement;
  private readonly speed: HTMLInputElement;
  private readonly tips: { button: HTMLButtonElement; line: SVGLineElement; direction: m.Vec3 }[] = [];

  constructor(
    private readonly viewer: Viewer,
    stage: HTMLElement,
    private readonly toolState: ToolState,
    private readonly say: (text: string) => void,
  ) {
    this.front = new Front(viewer, say);
    this.turntable = new Turntable(viewer, stage);
    const names: [Preset, string][] = [
      ['front', t('Front')],
      ['back', t('Back')],
      ['right', t('Right')],
      ['left', t('Left')],
      ['top', t('Top')],
      ['bottom', t('Bottom')],
      ['quarter', t('Three-quarter view')],
    ];
    this.orthographic = h('input', {
      attributes: { type: 'checkbox' },
      on: { change: () => this.setOrthographic(this.orthographic.checked) },
    });
    this.turning = h('input', {
      attributes: { type: 'checkbox' },
      on: { change: () => this.turntable.set(this.turning.checked) },
    });
    this.speed = h('input', {
      class: 'numbers',
      attributes: {
        type: 'range',
        min: kSlowest,
        max: kFastest,
        step: 5,
        'aria-label': t('Turntable speed in degrees per second'),
      },
      on: { input: () => this.turntable.setSpeed(this.speed.valueAsNumber) },
    });
    keepArrows(this.speed);
    const view = (label: string, id: string, act: () => void): HTMLElement =>
      h(
        'button',
        { class: 'button small', attributes: { type: 'button' }, on: { click: act } },
        h('span', { text: label }),
        h('kbd', { text: keysOf(id) }),
      );
    this.menu = h(
      'div',
      {
        class: 'tool-menu views-menu',
        id: 'views-menu',
        attributes: { popover: 'auto', role: 'region', 'aria-label': t('Views') },
      },
      h('h3', { text: t('Views') }),
      h(
        'div',
        { class: 'views-grid' },
        view(t('Fit'), 'fit', () => viewer.fit()),
        ...names.map(([preset, label]) => view(label, preset, () => this.look(preset))),
      ),
      this.front.button,
      h(
        'label',
        { class: 'check' },
        this.orthographic,
        h('span', { text: t('Orthographic') }),
        h('kbd', { text: keysOf('orthographic') }),
      ),
      h(
        'label',
        { class: 'check' },
        this.turning,
        h('span', { text: t('Turntable') }),
        h('kbd', { text: keysOf('turntable') }),
      ),
      h('label', { class: 'turntable-speed' }, this.speed, h('output', { class: 'numbers' })),
      h('p', { class: 'overlay-note turntable-note', text: t('Off because this system prefers reduced motion.') }),
    );
    this.button = h(
      'button',
      {
        class: 'icon-button',
        title: t('Views'),
        attributes: { type: 'button', popovertarget: 'views-menu', 'aria-label': t('Views') },
      },
      svgIcon('compass'),
    );
    this.axes = this.corner();
    viewer.on('camera', (pose) => this.show(pose));
    viewer.on('settings', () => this.show(viewer.camera.pose));
    viewer.on('loaded', () => this.show(viewer.camera.pose));
    viewer.on('resized', () => this.show(viewer.camera.pose));
    this.turntable.onChange = () => this.show(viewer.camera.pose);
    this.show(viewer.camera.pose);
  }

  toggleTurntable(): void {
    if (!this.turntable.able) this.say(t('The turntable is off because this system prefers reduced motion.'));
    this.turntable.set(!this.turntable.on);
  }

  look(preset: Preset): void {
    const [yaw, pitch] = presets[preset];
    this.lookFrom(yaw + this.viewer.camera.front, pitch);
  }

  /** The same from the other side. */
  opposite(): void {
    const { yaw, pitch } = this.viewer.camera.pose;
    this.lookFrom(yaw + Math.PI, -pitch);
  }

  setOrthographic(on: boolean): void {
    this.viewer.camera.setOrthographic(on);
    this.viewer.move();
  }

  private lookFrom(yaw: number, pitch: number): void {
    const { viewer } = this;
    this.turntable.set(false);
    if (viewer.settings.cameraNode >= 0) viewer.set({ cameraNode: -1 });
    viewer.camera.lookFrom(yaw, pitch);
    viewer.move();
  }

  private corner(): HTMLElement {
    const space = 'http://www.w3.org/2000/svg',
      svg = document.createElementNS(space, 'svg');
    svg.setAttribute('viewBox', '-40 -40 80 80');
    svg.setAttribute('aria-hidden', 'true');
    const element = h('div', {
      class: 'axis-corner',
      attributes: { role: 'group', 'aria-label': t('Look along an axis of the file') },
    });
    element.append(svg);
    const labels = [
      [t('Look from +x'), t('Look from −x')],
      [t('Look from +y'), t('Look from −y')],
      [t('Look from +z'), t('Look from −z')],
    ] as const;
    for (const axis of [0, 1, 2] as const)
      for (const sign of [1, -1] as const) {
        const line = document.createElementNS(space, 'line');
        line.setAttribute('class', `axis-line axis-${'xyz'[axis]}`);
        if (sign > 0) svg.append(line);
        const label = labels[axis][sign > 0 ? 0 : 1];
        const button = h('button', {
          class: `axis-tip axis-${'xyz'[axis]!} ${sign > 0 ? 'is-positive' : ''}`,
          text: sign > 0 ? 'xyz'[axis]! : '',
          title: label,
          attributes: { type: 'button', 'aria-label': label, translate: 'no' },
          on: { click: () => this.lookAlong(axis, sign) },
        });
        element.append(button);
        this.tips.push({ button, line, direction: [0, 0, 0] });
      }
    rove(element);
    return element;
  }

  /** From where an axis of the file points. */
  private lookAlong(axis: 0 | 1 | 2, sign: 1 | -1): void {
    const [x, y, z] = this.worldOf(axis, sign);
    if (Math.abs(y) > 0.99) this.lookFrom(0, Math.sign(y) * kHalf);
    else this.lookFrom(Math.atan2(x, z), Math.asin(Math.max(-1, Math.min(1, y))));
  }

  private worldOf(axis: 0 | 1 | 2, sign: 1 | -1): m.Vec3 {
    const { report } = this.toolState,
      unit: m.Vec3 = [axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0];
    return report ? m.transformDirection(m.worldFromFile(report.info.axes), unit) : unit;
  }

  private show(pose: CameraPose): void {
    const { turntable } = this;
    this.orthographic.checked = pose.orthographic;
    this.turning.checked = turntable.on;
    this.turning.disabled = this.speed.disabled = !turntable.able;
    this.menu.querySelector<HTMLElement>('.turntable-note')!.hidden = turntable.able;
    this.speed.value = String(turntable.speed);
    this.menu.querySelector('output')!.textContent = t('{speed} °/s', { speed: turntable.speed });
    // Through a camera of the file the corner would say what is not so.
    this.axes.hidden = this.viewer.settings.cameraNode >= 0;
    const right: m.Vec3 = [Math.cos(pose.yaw), 0, -Math.sin(pose.yaw)],
      towards = eyeDirection(pose),
      up = m.cross(towards, right);
    this.tips.forEach(({ button, line }, i) => {
      const direction = this.worldOf((i >> 1) as 0 | 1 | 2, i & 1 ? -1 : 1),
        x = m.dot(direction, right) * 28,
        y = -m.dot(direction, up) * 28,
        near = m.dot(direction, towards);
      button.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
      button.style.zIndex = String(Math.round(near * 10) + 20);
      button.style.opacity = near < -0.2 ? '0.55' : '1';
      line.setAttribute('x2', x.toFixed(2));
      line.setAttribute('y2', y.toFixed(2));
    });
  }
}
