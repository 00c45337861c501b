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

/** One style sheet for all viewers of a page, made for the first. */
export function sharedSheet(styles: string): () => CSSStyleSheet {
  let sheet: CSSStyleSheet | undefined;
  return () => {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
    }
    return sheet;
  };
}
import { appendAll } from '../core/lists';
