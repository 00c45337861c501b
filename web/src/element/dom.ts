// Elements of the shadow tree, without markup: contents of files reach the page as text. Buttons have pictures.

import { appendAll } from '../base/lists';

type Child = Node | string;

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number | boolean | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  appendAll(element, children);
  return element;
}

/** Strokes on a 20 by 20 field. */
export function icon(strokes: string): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg',
    svg = document.createElementNS(space, 'svg'),
    path = document.createElementNS(space, 'path');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', strokes);
  svg.append(path);
  return svg;
}

type Dress = (root: ShadowRoot) => void;
/** Kept with the tree: each script of the element has a module of its own like this one. */
type Dressed = ShadowRoot & { vitrineSheets?: Set<Dress> };

/** Puts a style sheet into a shadow tree: one for all viewers of a document, made for the first. */
export function sharedSheet(styles: string): Dress {
  const sheets = new WeakMap<Document, CSSStyleSheet>();
  return function dress(root: Dressed) {
    const { ownerDocument, adoptedStyleSheets: worn } = root,
      Sheet = ownerDocument.defaultView?.CSSStyleSheet;
    (root.vitrineSheets ??= new Set()).add(dress);
    let sheet = sheets.get(ownerDocument);
    if (!sheet && Sheet) {
      sheet = new Sheet();
      sheet.replaceSync(styles);
      sheets.set(ownerDocument, sheet);
    }
    if (sheet && !worn.includes(sheet)) root.adoptedStyleSheets = [...worn, sheet];
  };
}

/** A tree that came into another document wears nothing: each has sheets of its own. */
export const dressAgain = (root: Dressed): void => root.vitrineSheets?.forEach((dress) => dress(root));

/** Strokes on a 20 by 20 field. */
export const icons = {
  play: 'M6.5 4.5v11l9-5.5z',
  pause: 'M7 4.5v11M13 4.5v11',
  back: 'M13.5 5v10L7 10zM5.5 5v10',
  forward: 'M6.5 5v10l6.5-5zM14.5 5v10',
  loop: 'M5 8.5A5.2 5.2 0 0 1 14.5 7M15 11.5A5.2 5.2 0 0 1 5.5 13M14.8 3.8V7.2h-3.4M5.2 16.2v-3.4h3.4',
  menu: 'M4 10h.1M10 10h.1M16 10h.1',
  close: 'M5.5 5.5l9 9m0-9l-9 9',
  fit: 'M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4M10 9v2M9 10h2',
  full: 'M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4',
} as const;
type IconName = keyof typeof icons;

export function iconButton(name: IconName, label: string, part: string, click: () => void): HTMLButtonElement {
  const button = make(
    'button',
    { type: 'button', class: 'icon', part: `button ${part}`, 'aria-label': label, title: label },
    icon(icons[name]),
  );
  button.addEventListener('click', click);
  return button;
}
