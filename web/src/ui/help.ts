import { h, iconButton } from './dom';

const groups: [string, [string, string][]][] = [
  [
    'Looking',
    [
      ['Drag', 'turn'],
      ['Right drag, Shift + drag', 'pan'],
      ['Wheel, pinch', 'zoom to the pointer'],
      ['Double click', 'focus what is there'],
      ['Arrow keys', 'turn'],
      ['Shift + arrow keys', 'pan'],
      ['+  −', 'zoom'],
      ['F, Home', 'fit, home'],
      ['1  3  7', 'front, side, top'],
      ['5', 'perspective or orthographic'],
      ['C', 'look through a camera'],
    ],
  ],
  [
    'Playing',
    [
      ['Space', 'play or pause'],
      [',  .', 'one frame back, on'],
      ['[  ]', 'action before, next'],
    ],
  ],
  [
    'Curves',
    [
      ['V', 'open or close'],
      ['Drag', 'move'],
      ['Wheel', 'zoom the time; with Shift the values, with Ctrl both'],
      ['Click, drag on the ruler', 'go to a time'],
      ['F, double click', 'fit'],
      ['Double click a channel', 'that one alone'],
    ],
  ],
  [
    'Posing',
    [
      ['R', 'turn the selected node: rings and degrees'],
      ['Esc', 'done'],
    ],
  ],
  [
    'Showing',
    [
      ['S', 'skeleton'],
      ['W', 'wireframe'],
      ['N', 'normals'],
      ['B', 'bounds'],
      ['A', 'axes'],
      ['G', 'grid'],
      ['T', 'textures'],
      ['L', 'lamps, cameras, emitters'],
      ['I', 'light of the file’s lamps'],
      ['O', 'bone objects'],
    ],
  ],
  [
    'The page',
    [
      ['Ctrl + O', 'open'],
      ['Arrow keys, Page, Home, End', 'through lines and bytes in Source'],
      ['Enter, Shift + Enter', 'find the next, the one before'],
      ['/', 'find a node'],
      ['Esc', 'close, deselect, own view'],
      ['?', 'this sheet'],
    ],
  ],
];

/** The sheet of keys. */
export function helpSheet(version: () => string): HTMLDialogElement {
  const about = h('span', { class: 'quiet' });
  const more = h('a', {
    text: 'Documentation',
    attributes: { href: 'docs/index.html', target: '_blank', rel: 'noopener' },
  });
  const dialog = h(
    'dialog',
    { class: 'help', attributes: { 'aria-label': 'Keys' } },
    h(
      'header',
      {},
      h('h2', { text: 'Keys' }),
      iconButton('close', 'Close', () => dialog.close()),
    ),
    h(
      'div',
      { class: 'help-groups' },
      ...groups.map(([title, keys]) =>
        h(
          'section',
          {},
          h('h3', { text: title }),
          h(
            'dl',
            { class: 'facts keys' },
            ...keys.flatMap(([key, text]) => [h('dt', {}, h('kbd', { text: key })), h('dd', { text })]),
          ),
        ),
      ),
    ),
    h('p', { class: 'help-foot' }, about, more),
  );
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('beforetoggle', () => (about.textContent = version()));
  return dialog;
}
