// Text into the clipboard, with an answer where it was asked for.

import { t } from '../language';

const kAnswerMs = 1200;

/** The button shows that it is done, or that the browser blocked it. */
export async function copyText(text: string, button: HTMLElement): Promise<void> {
  const before = button.textContent;
  const done = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  button.textContent = done ? t('Copied') : t('Clipboard access blocked');
  setTimeout(() => (button.textContent = before), kAnswerMs);
}
