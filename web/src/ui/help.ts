import { h, iconButton } from './dom';
import { t } from './language';

const groups = (): [string, [string, string][]][] => [
  [
    t('Looking'),
    [
      [t('Drag'), t('turn')],
      [t('Right drag, Shift + drag'), t('pan')],
      [t('Wheel, pinch'), t('zoom to the pointer')],
      [t('Double click'), t('focus what is there')],
      [t('Alt+click'), t('choose a vertex; with Shift a triangle')],
      [t('Arrow keys'), t('turn')],
      [t('Shift + arrow keys'), t('pan')],
      ['+  −', t('zoom')],
      [t('F, Home'), t('fit, home')],
      ['1  3  7', t('front, side, top')],
      ['Ctrl + 1  3  7', t('back, left, bottom')],
      ['9  0', t('the other side, three quarters')],
      ['Y', t('turntable')],
      ['5', t('perspective or orthographic')],
      ['C', t('look through a camera')],
    ],
  ],
  [
    t('Playing'),
    [
      [t('Space'), t('play or pause')],
      [',  .', t('one frame back, on')],
      ['J  K', t('key before, next key of the selection')],
      ['<  >', t('slower, faster; below zero backwards')],
      ['Shift + L  P', t('loop; back and forth')],
      ['Shift + I  O  X', t('range: start here, end here, all')],
      ['Shift + H', t('timeline options, health of the action')],
      ['Shift + A', t('add an instance')],
      ['Shift + C', t('compare')],
      ['[  ]', t('action before, next')],
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
      [t('Double click a channel'), t('that one alone')],
    ],
  ],
  [
    t('Posing'),
    [
      ['R', t('turn the selected node: rings and degrees')],
      [t('Esc'), t('done')],
    ],
  ],
  [
    t('Showing'),
    [
      ['S', t('skeleton')],
      ['W', t('wireframe')],
      ['N', t('normals')],
      ['B', t('bounds')],
      ['A', t('axes')],
      ['G', t('grid')],
      ['T', t('textures')],
      ['L', t('lamps, cameras, emitters')],
      ['I', t('light of the file’s lamps')],
      ['O', t('bone objects')],
      ['D', t('all overlays')],
      ['H  Q', t('hide the selected node, set it apart')],
      ['Alt + H', t('show everything')],
      ['M', t('measure')],
      ['X', t('cut the model')],
      ['P', t('picture of the view')],
    ],
  ],
  [
    t('The page'),
    [
      [t('Ctrl + O'), t('open')],
      [t('U'), t('open an address')],
      [t('Ctrl + V'), t('open what was copied: a file, its text, an address')],
      [t('Page Up, Page Down'), t('document before, next')],
      [t('Arrow keys, Page, Home, End'), t('through lines and bytes in Source')],
      [t('Enter, Shift + Enter'), t('find the next, the one before')],
      ['/', t('find a node')],
      [t('Esc'), t('close, deselect, own view')],
      ['?', t('this sheet')],
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
    { class: 'help', attributes: { 'aria-label': t('Keys') } },
    h(
      'header',
      {},
      h('h2', { text: t('Keys') }),
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
