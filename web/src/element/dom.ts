// Elements of the shadow tree, without markup: contents of files reach the page as text.

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
import { appendAll } from '../base/lists';
