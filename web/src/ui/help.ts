import { h, iconButton } from './dom';
import { t } from './language';

const groups = (): [string, [string, string][]][] => [
  [
    t('Navigation'),
    [
      [t('Drag'), t('rotate')],
      [t('Right drag, Shift + drag'), t('pan')],
      [t('Wheel, pinch'), t('zoom to the pointer')],
      [t('Double click'), t('focus on the clicked point')],
      [t('Alt+click'), t('select a vertex; with Shift a triangle')],
      [t('Arrow keys'), t('rotate')],
      [t('Shift + arrow keys'), t('pan')],
      ['+  −', t('zoom')],
      [t('F, Home'), t('fit, home')],
      ['1  3  7', t('front, side, top')],
      ['Ctrl + 1  3  7', t('back, left, bottom')],
      ['9  0', t('opposite side, three-quarter view')],
      ['Y', t('turntable')],
      ['5', t('perspective or orthographic')],
      ['C', t('look through a camera')],
    ],
  ],
  [
    t('Playing'),
    [
      [t('Space'), t('play or pause')],
      [',  .', t('previous frame, next frame')],
      ['J  K', t('previous, next keyframe of the selection')],
      ['<  >', t('slower, faster; below zero plays backwards')],
      ['Shift + L  P', t('loop; back and forth')],
      ['Shift + I  O  X', t('range: set start, set end, all')],
      ['Shift + H', t('timeline options, checks of the action')],
      ['Shift + A', t('add an instance')],
      ['Shift + C', t('compare')],
      ['[  ]', t('previous, next action')],
    ],
  ],
  [
    t('Curves'),
    [
      ['V', t('open or close')],
      [t('Drag'), t('move')],
      [t('Wheel'), t('zoom the time; with Shift the values, with Ctrl both')],
      [t('Click, drag on the ruler'), t('go to a time')],
      [t('F, double click'), t('fit')],
      [t('Double click a channel'), t('show only this channel')],
    ],
  ],
  [
    t('Posing'),
    [
      ['R', t('rotate the selected node: gizmo and degrees')],
      [t('Esc'), t('done')],
    ],
  ],
  [
    t('Display'),
    [
      ['S', t('skeleton')],
      ['W', t('wireframe')],
      ['N', t('normals')],
      ['B', t('bounds')],
      ['A', t('axes')],
      ['G', t('grid')],
      ['T', t('textures')],
      ['L', t('lights, cameras, emitters')],
      ['I', t('use the file’s lights')],
      ['O', t('objects used as bones')],
      ['D', t('all overlays')],
      ['H  Q', t('hide the selected node, isolate it')],
      ['Alt + H', t('show all nodes')],
      ['M', t('measure')],
      ['X', t('section plane')],
      ['P', t('screenshot')],
      ['Z', t('picture alone, and back')],
      ['Shift + Z', t('full screen')],
    ],
  ],
  [
    t('Application'),
    [
      [t('Ctrl + O'), t('open')],
      [t('U'), t('open from URL')],
      [t('Ctrl + V'), t('open the clipboard: a file, its text, a URL')],
      [t('Page Up, Page Down'), t('previous, next document')],
      [t('Arrow keys, Page, Home, End'), t('move through lines and bytes in Source')],
      [t('Enter, Shift + Enter'), t('find next, previous')],
      ['/', t('find a node')],
      [t('Esc'), t('close, deselect, free camera')],
      ['?', t('this list')],
    ],
  ],
];

/** The sheet of keys. */
export function helpSheet(version: () => string): HTMLDialogElement {
  const about = h('span', { class: 'quiet' });
  const more = h('a', {
    text: t('Documentation'),
    attributes: { href: 'docs/index.html', target: '_blank', rel: 'noopener' },
  });
  const dialog = h(
    'dialog',
    { class: 'help', attributes: { 'aria-label': t('Keyboard shortcuts') } },
    h(
      'header',
      {},
      h('h2', { text: t('Keyboard shortcuts') }),
      iconButton('close', t('Close'), () => dialog.close()),
    ),
    h(
      'div',
      { class: 'help-groups' },
      ...groups().map(([title, keys]) =>
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
