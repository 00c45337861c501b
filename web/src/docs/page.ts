// Additions to the pages of the documentation: buttons that copy, examples that can be changed, the search. Everything
// is readable without scripts.

import { startSearch } from './search';

const kShownFor = 1500;

/** A button at every block of code that copies it. */
export function addCopyButtons(page: Document): void {
  for (const block of page.querySelectorAll('pre')) {
    const code = block.querySelector('code'),
      holder = page.createElement('div'),
      button = page.createElement('button');
    if (!code || code.classList.contains('language-text')) continue;
    holder.className = 'code';
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    const state = page.createElement('span');
    state.className = 'visually-hidden';
    state.setAttribute('role', 'status');
    block.replaceWith(holder);
    holder.append(block, button, state);
    button.addEventListener('click', () => void copy(code.textContent ?? '', button, state));
  }
}

async function copy(text: string, button: HTMLButtonElement, state: HTMLElement): Promise<void> {
  let said = 'Copied';
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // No right to the clipboard, or a page without https.
    said = 'Not copied';
  }
  button.textContent = said;
  state.textContent = said;
  setTimeout(() => {
    button.textContent = 'Copy';
    state.textContent = '';
  }, kShownFor);
}

/** A pause in typing, after which the viewer is made again. */
const kPause = 400;
const kAddresses = ['src', 'animations', 'textures', 'poster'];

/** Examples that can be changed: the markup of a viewer in a text field, and the viewer that it makes. */
export function startExamples(page: Document): void {
  for (const example of page.querySelectorAll<HTMLElement>('.example')) {
    const field = example.querySelector('textarea'),
      stage = example.querySelector<HTMLElement>('.result'),
      reset = example.querySelector('button'),
      state = example.querySelector<HTMLElement>('[role=status]');
    if (!field || !stage || !reset || !state) continue;
    const first = field.value,
      folder = example.dataset.folder ?? '';
    let timer = 0;
    const show = (): void => {
      clearTimeout(timer);
      const viewer = viewerOf(field.value, folder);
      state.textContent = viewer ? '' : 'There is no <vitrine-viewer> in the markup.';
      field.setAttribute('aria-invalid', String(!viewer));
      reset.hidden = field.value === first;
      if (viewer) stage.replaceChildren(viewer);
    };
    field.addEventListener('input', () => {
      clearTimeout(timer);
      timer = window.setTimeout(show, kPause);
    });
    reset.addEventListener('click', () => {
      field.value = first;
      show();
      field.focus();
    });
    show();
  }
}

/** The first viewer of `markup`, its addresses seen from `folder`. Scripts in it do not run: the page's policy forbids them. */
function viewerOf(markup: string, folder: string): Element | undefined {
  const viewer = new DOMParser().parseFromString(markup, 'text/html').querySelector('vitrine-viewer');
  if (!viewer) return undefined;
  for (const name of kAddresses) {
    const list = viewer.getAttribute(name);
    if (list === null || list === 'none') continue;
    const moved = list.split(/[\s,]+/).map((address) => (isRelative(address) ? folder + address : address));
    viewer.setAttribute(name, moved.join(' '));
  }
  return document.adoptNode(viewer);
}

const isRelative = (address: string): boolean => address !== '' && !/^([a-z][a-z\d+.-]*:|\/)/i.test(address);

addCopyButtons(document);
startExamples(document);
startSearch(document);
