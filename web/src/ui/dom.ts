// Elements without markup: contents of files reach the page as text.

import { inert, shortened } from './inert';
import { keepText, t } from './language';

type Child = Node | string | undefined | false;

interface Options<Tag extends keyof HTMLElementTagNameMap> {
  class?: string;
  text?: string;
  id?: string;
  title?: string;
  attributes?: Record<string, string | number | boolean>;
  on?: { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };
  /** Properties of the element itself. */
  set?: Partial<HTMLElementTagNameMap[Tag]>;
}

/** Attributes that are read by people; all others mean what they say. */
const spoken = new Set(['title', 'aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'alt']);

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  options: Options<Tag> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (options.class) element.className = options.class;
  if (options.id) element.id = options.id;
  if (options.title) {
    element.title = inert(options.title);
    keepText(element, 'title', options.title);
  }
  if (options.text !== undefined) {
    element.textContent = inert(tag === 'option' ? shortened(options.text) : options.text);
    if (element.firstChild) keepText(element.firstChild, '', options.text);
  }
  for (const [name, value] of Object.entries(options.attributes ?? {})) {
    if (value === false) continue;
    element.setAttribute(name, value === true ? '' : spoken.has(name) ? inert(String(value)) : String(value));
    if (typeof value === 'string') keepText(element, name, value);
  }
  for (const [name, listener] of Object.entries(options.on ?? {}))
    element.addEventListener(name, listener as EventListener);
  if (options.set) Object.assign(element, options.set);
  for (const child of children)
    if (child !== undefined && child !== false) element.append(typeof child === 'string' ? inert(child) : child);
  return element;
}

/** A button with an icon and a name; `pressed` makes it a switch. */
export function iconButton(
  icon: IconName,
  label: string,
  click: () => void,
  options: { pressed?: boolean; class?: string; keys?: string } = {},
): HTMLButtonElement {
  const title = options.keys ? t('{name} ({keys})', { name: label, keys: options.keys }) : label;
  return h(
    'button',
    {
      class: `icon-button ${options.class ?? ''}`,
      title,
      attributes: {
        type: 'button',
        'aria-label': label,
        ...(options.pressed !== undefined && { 'aria-pressed': String(options.pressed) }),
      },
      on: { click },
    },
    svgIcon(icon),
  );
}

/** Strokes on a 20 by 20 field. */
const icons = {
  open: 'M3 15.5V5a1 1 0 0 1 1-1h3.6l1.8 2H16a1 1 0 0 1 1 1v1.5M3 15.5 5.2 9h13L16 15.5z',
  files: 'M7 3.5h5.5l3 3v8H7zM12.5 3.5v3h3M4.5 6v11h8.5',
  library: 'M3.5 4h5v5h-5zM11.5 4h5v5h-5zM3.5 12h5v4.5h-5zM11.5 12h5v4.5h-5z',
  address: 'M8.5 11.5 11.5 8.5M9 6.5l2-2a3.2 3.2 0 0 1 4.5 4.5l-2 2M11 13.5l-2 2a3.2 3.2 0 0 1-4.5-4.5l2-2',
  share: 'M10 12V3m0 0L6.8 6.2M10 3l3.2 3.2M4 10v6.5h12V10',
  embed: 'M7 6 3 10l4 4M13 6l4 4-4 4M11.3 4.5l-2.6 11',
  theme: 'M10 3.5a6.5 6.5 0 1 0 0 13zM10 3.5a6.5 6.5 0 0 1 0 13',
  language: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM3.5 10h13M10 3.5c-4 4-4 9 0 13M10 3.5c4 4 4 9 0 13',
  help: 'M7.6 7.5a2.4 2.4 0 1 1 3.6 2.1c-.8.5-1.2 1-1.2 2M10 14.4v.2',
  play: 'M6.5 4.5v11l9-5.5z',
  pause: 'M7 4.5v11M13 4.5v11',
  loud: 'M3.5 8v4h3l4 3.5v-11L6.5 8zM13 7.5a3.6 3.6 0 0 1 0 5M15 5.5a6.4 6.4 0 0 1 0 9',
  silent: 'M3.5 8v4h3l4 3.5v-11L6.5 8zM13 8l4 4m0-4-4 4',
  back: 'M13.5 5v10L7 10zM5.5 5v10',
  forward: 'M6.5 5v10l6.5-5zM14.5 5v10',
  keyBack: 'M14 5.5 10 10l4 4.5M9.5 7 6.5 10l3 3 0-6M4.5 5.5v9',
  keyOn: 'M6 5.5 10 10l-4 4.5M10.5 7l3 3-3 3 0-6M15.5 5.5v9',
  pingPong: 'M6.5 6.5 3.5 10l3 3.5M13.5 6.5l3 3.5-3 3.5M3.8 10h12.4',
  tune: 'M4 6h6M14 6h2M4 14h2M10 14h6M12 4v4M8 12v4',
  compare: 'M4 5h5v10H4zM11 5h5v10h-5z',
  loop: 'M5 8.5A5.2 5.2 0 0 1 14.5 7M15 11.5A5.2 5.2 0 0 1 5.5 13M14.8 3.8V7.2h-3.4M5.2 16.2v-3.4h3.4',
  close: 'M5.5 5.5l9 9m0-9l-9 9',
  curves: 'M3.5 3.5v13h13M5.5 13.5c4.5 0 4-8 6-8s1.5 4.5 4.5 4.5',
  tree: 'M4 5h5M7 10h6M7 15h6M5 5v10h2M5 10h2',
  details: 'M4 6h12M4 10h12M4 14h7',
  problems: 'M10 3.5 17.5 16.5h-15zM10 8.5v4M10 14.4v.1',
  skeleton: 'M6 14.5 14 5.5M4.7 16.9a1.6 1.6 0 1 0 0-.1M13.7 5.1a1.6 1.6 0 1 0 0-.1',
  wireframe: 'M10 3 17 7v6.5L10 17l-7-3.5V7zM3 7l7 4 7-4M10 11v6M3 13.5 10 11l7 2.5',
  normals: 'M4 15c3.5-4.5 8.5-4.5 12 0M6 11.5 4.5 7M10 10V4.5M14 11.5 15.5 7',
  bounds: 'M4 7V4h3M13 4h3v3M16 13v3h-3M7 16H4v-3M7.5 7.5h5v5h-5z',
  axes: 'M8 12V4M8 12l8 1.5M8 12l-4.5 4M6.5 5.5 8 4l1.5 1.5M14.5 11.8l1.5 1.7-2 1',
  grid: 'M3.5 8h13M3.5 12.5h13M8 3.5v13M12.5 3.5v13',
  undo: 'M7.5 4 4 7.5 7.5 11M4 7.5h7.5a4.25 4.25 0 0 1 0 8.5H7',
  redo: 'M12.5 4 16 7.5 12.5 11M16 7.5H8.5a4.25 4.25 0 0 0 0 8.5H13',
  reset: 'M4 5v4h4M4.6 9A5.8 5.8 0 1 1 4.4 12',
  fit: 'M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4M10 9v2M9 10h2',
  camera: 'M3.5 6.5h9v7h-9zM12.5 9l4-2v6l-4-2',
  gizmos:
    'M10 12.5a4 4 0 1 1 0-8 4 4 0 0 1 0 8zM8.5 12.5v2h3v-2M9 17h2M10 1.5v.6M3.2 8.5h1M15.8 8.5h1M5 3.8l.6.5M15 3.8l-.6.5',
  hidden: 'M2.5 10c3.5-6 11.5-6 15 0-3.5 6-11.5 6-15 0zM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM4 16 16 4',
  lamps: 'M6 3.5h8l2.5 6h-13zM10 9.5v5M6.5 16.5h7M10 14.5v2',
  textures: 'M4 4h12v12H4zM4 13l4-4 4 4 2-2 2 2M12.8 7.4v.1',
  structure: 'M4 4.5h3v3H4zM4 12.5h3v3H4zM10 6h6.5M10 14h6.5M5.5 7.5v5',
  export: 'M10 3.5v8M6.8 8.3l3.2 3.2 3.2-3.2M4 13v3.5h12V13',
  layers: 'M10 3.5 17 7.5l-7 4-7-4zM3 10.5l7 4 7-4M3 13.5l7 4 7-4',
  compass: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM13 7l-1.8 4.2L7 13l1.8-4.2z',
  measure: 'M3 13 13 3l4 4L7 17zM6 10l1.8 1.8M8.5 7.5l1.2 1.2M11 5l1.8 1.8',
  shot: 'M3 6.5h3.2L7.5 4.5h5l1.3 2H17v9H3zM10 13.5a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z',
  film: 'M3.5 4.5h13v11h-13zM6.5 4.5v11M13.5 4.5v11M3.5 8h3M3.5 12h3M13.5 8h3M13.5 12h3',
  note: 'M4 4h12v9H9l-3.5 3.5V13H4zM7 7.5h6M7 10h4',
  search: 'M8.7 13.4a4.7 4.7 0 1 0 0-9.4 4.7 4.7 0 0 0 0 9.4zM12.2 12.2 16 16',
  chevron: 'M8 6l4 4-4 4',
  before: 'M6 12l4-4 4 4',
  after: 'M6 8l4 4 4-4',
  statistics: 'M4 16.5V11M8 16.5V6M12 16.5V9M16 16.5V3.5',
  materials: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM3.8 8.2c4 2.4 8.4 2.4 12.4 0',
  source: 'M5 3.5h7l3.5 3.5v9.5H5zM7.5 9h5.5M7.5 11.5h5.5M7.5 14h3',
  more: 'M5 10v.1M10 10v.1M15 10v.1',
  view: 'M2.5 10c3.5-6 11.5-6 15 0-3.5 6-11.5 6-15 0zM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  joint: 'M10 3.5 12.5 7 10 16.5 7.5 7zM7.5 7h5',
  mesh: 'M10 3.5 16.5 15.5h-13z',
  light: 'M10 13a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM10 2.5v1M10 16v1M3 9.5h1M16 9.5h1',
  emitter: 'M10 16.5v-4M6.5 12 5 9.5M13.5 12 15 9.5M10 9.5v-.1M7 6.5v-.1M13 6.5v-.1M10 4v-.1',
  empty: 'M10 5v10M5 10h10',
} as const;
export type IconName = keyof typeof icons;

export function svgIcon(name: IconName): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg',
    svg = document.createElementNS(space, 'svg'),
    path = document.createElementNS(space, 'path');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  return svg;
}

/** Puts another icon into a button. */
export function setIcon(button: HTMLButtonElement, name: IconName): void {
  button.replaceChildren(svgIcon(name));
}

/** Name, value and explanation. */
export type Fact = [label: string, value: string | HTMLElement, title?: string];

/** Pairs of a name and a value, in two columns. */
export function facts(rows: readonly Fact[], label: string): HTMLElement {
  return h(
    'dl',
    { class: 'facts', attributes: { 'aria-label': label } },
    ...rows.flatMap(([name, value, title]) => [
      h('dt', { text: name, ...(title !== undefined && { title }) }),
      typeof value === 'string' ? h('dd', { text: value }) : h('dd', {}, value),
    ]),
  );
}

export function section(title: string, ...children: (HTMLElement | undefined | false)[]): HTMLElement {
  return h('section', { class: 'section' }, h('h3', { text: title }), ...children);
}

/**
 * So many choices stand in a menu; the rest is counted. A file may name a quarter of a million actions: a menu of them would
 * hold the page up for seconds, and is unreadable.
 */
const kMostListed = 4000;

/** One option for each of the first choices, and one with the number of others. */
export function listed<T>(choices: readonly T[], option: (choice: T, index: number) => HTMLElement): HTMLElement[] {
  const options = choices.slice(0, kMostListed).map(option);
  const number = choices.length - options.length;
  if (number > 0)
    options.push(h('option', { text: t('and {number} more', { number }), attributes: { disabled: true } }));
  return options;
}
