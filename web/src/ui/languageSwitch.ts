// The switch of languages: a list of their own names below an icon.

import { h, svgIcon } from './dom';
import { chooseLanguage, language, languages, onLanguage, t, type Language } from './language';

export function languageSwitch(): HTMLElement {
  const select = h(
    'select',
    {
      attributes: { 'aria-label': t('Language') },
      on: { change: () => void chooseLanguage(select.value as Language).then(show) },
    },
    ...Object.entries(languages).map(([value, text]) =>
      h('option', { text, attributes: { value, lang: value, translate: 'no' } }),
    ),
  );
  // A table that could not be fetched leaves the language as it was.
  const show = (): void => void (select.value = language());
  show();
  onLanguage(show);
  return h('label', { class: 'icon-button language', title: t('Language') }, svgIcon('language'), select);
}
