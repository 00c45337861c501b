import { h } from './dom';

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
