// A button at every block of code that copies it.

const kShownFor = 1500;

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
