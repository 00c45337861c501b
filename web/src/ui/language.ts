// The page's texts in the reader's language: English sentences are the keys, tables translate them. English has one for
// plural forms alone; each of the others is public/languages/NAME.json, which is fetched when it is wanted. What only a part
// of the page says, public/languages/PART/NAME.json has.
//
// A change of language takes effect at once: texts that `t` has given are found on the page and replaced, so nothing has to be
// built again. Names from files are left alone where `translate="no"` marks them.

import { recall, remember } from './memory';
import { isolated } from './inert';

/** Values of `{name}` in a text. Numbers are formatted for the language. */
export type Values = Readonly<Record<string, string | number>>;

/** A text for each plural form that the language has; `{count}` decides. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;

export interface Table {
  /** Keyed by the English sentence. */
  texts: Readonly<Record<string, string | Forms>>;
  /** Keyed by the English noun, with `{count}`. */
  counts: Readonly<Record<string, Forms>>;
}

/** Each by its own name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  pl: 'Polski',
  ru: 'Русский',
  sk: 'Slovenčina',
} as const;
export type Language = keyof typeof languages;

/** The sentences themselves are English, but for what they are of one. */
const kEnglish: Table = {
  texts: {
    'Moves {count} vertices.': { one: 'Moves {count} vertex.' },
    '{count} notes on channel {channels}, {lowest} to {highest}.': {
      one: '{count} note on channel {channels}, {lowest} to {highest}.',
    },
    '{count} jobs; switches this phase off or on': { one: '{count} job; switches this phase off or on' },
    '{shown} of {count} models': { one: '{shown} of {count} model' },
    'All {count} components are closed and filled.': { one: 'The only component is closed and filled.' },
    'Vertex to vertex, {count} vertices, in world units.': { one: 'Vertex to vertex, {count} vertex, in world units.' },
  },
  counts: {},
};
/** Parts of the page whose texts are wanted as well. */
const parts: string[] = [];
/** Texts remembered for one key with values: an endless row of times pushes out only times. */
const kTextsPerKey = 256;
const kRecent = 32;

let current: Language = 'en';
let table = kEnglish;
let rules = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });
/** Indexed by the number of decimals. */
let formats: Intl.NumberFormat[] = [];

export const language = (): Language => current;

/** `text` in the reader's language, `{name}` replaced by `values.name`. */
export function t(text: string, values?: Values): string {
  const entry = table.texts[text] ?? text;
  const sentence = typeof entry === 'string' ? entry : form(entry, Number(values?.count), text);
  if (!values) return given(sentence, text, () => t(text));
  // A value may be a text itself, which is translated as well.
  const again = Object.entries(values).map(([name, value]) => [name, saidNow(value)] as const);
  return given(fill(sentence, values), text, () =>
    t(text, Object.fromEntries(again.map(([name, value]) => [name, typeof value === 'function' ? value() : value]))),
  );
}

/** The same for words that the core has (core/formats.ts, fix_titles.h): the tables have those as well. */
export const rowText = (text: string): string => t(text);

/** `3 joints`, `1 joint`. */
export function countOf(value: number, noun: string, nouns = `${noun}s`): string {
  const forms = table.counts[noun],
    sentence = forms ? form(forms, value, noun) : `{count} ${value === 1 ? noun : nouns}`;
  return given(fill(sentence, { count: value }), noun, () => countOf(value, noun, nouns));
}

/** A whole or fractional number with the marks of the language. */
export const count = (value: number): string => numbers.format(value);

/** Texts one after another; each is translated by itself. Empty and missing ones are left out. */
export function joined(parts: readonly (string | false | undefined)[], separator: string): string {
  const kept = parts.filter((part): part is string => Boolean(part)),
    again = kept.map(saidNow);
  const shown = kept.map((part, i) => (typeof again[i] === 'function' ? part : isolated(part)));
  return given(shown.join(separator), separator, () =>
    joined(
      again.map((part) => (typeof part === 'function' ? part() : String(part))),
      separator,
    ),
  );
}

/** A number with so many digits behind the mark. */
export function fixed(value: number, digits: number): string {
  const format = (formats[digits] ??= new Intl.NumberFormat(current, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }));
  return format.format(value || 0);
}

function form(forms: Forms, value: number, otherwise: string): string {
  return forms[rules.select(value)] ?? forms.other ?? otherwise;
}

const fill = (sentence: string, values: Values): string =>
  sentence.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? count(value) : value === undefined ? hole : isolated(value);
  });

// -- texts on the page ---------------------------------------------------------------------------------------------------

type Again = () => string;
/** Translates a text of the page into another language. */
const said = new Map<string, Again>();
const perKey = new Map<string, Set<string>>();
/** The last texts given: those among the values of the next one. */
const recent: { text: string; again: Again }[] = [];

function given(text: string, key: string, again: Again): string {
  if (text === '') return text;
  said.set(text, again);
  let texts = perKey.get(key);
  if (!texts) perKey.set(key, (texts = new Set()));
  texts.delete(text);
  texts.add(text);
  if (texts.size > kTextsPerKey)
    for (const oldest of texts) {
      texts.delete(oldest);
      said.delete(oldest);
      break;
    }
  recent.push({ text, again });
  if (recent.length > kRecent) recent.shift();
  return text;
}

function saidNow(value: string | number): string | number | Again {
  return recent.find(({ text }) => text === value)?.again ?? value;
}

const kAttributes = ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'alt', 'label'];

/** Keys of shown texts: texts that are equal in one language may differ in the next. */
const places = new WeakMap<Node, Map<string, { text: string; again: Again }>>();

/** Remembers by which sentence a text was put there; `name` of an attribute, or '' for the text itself. */
export function keepText(node: Node, name: string, text: string): void {
  const again = said.get(text);
  if (!again) return;
  let texts = places.get(node);
  if (!texts) places.set(node, (texts = new Map()));
  texts.set(name, { text, again });
}

function saidAt(node: Node, name: string, text: string | null, before: ReadonlyMap<string, Again>): string | undefined {
  if (!text) return undefined;
  const kept = places.get(node)?.get(name),
    again = kept?.text === text ? kept.again : before.get(text);
  if (!again) return undefined;
  const now = again();
  keepText(node, name, now);
  return now;
}

/** Translates the texts in `root` into the current language. */
function sayAgain(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.getAttribute('translate') === 'no'
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const before = new Map(said);
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    if (node instanceof Text) {
      const now = saidAt(node, '', node.data, before);
      if (now !== undefined) node.data = now;
    } else if (node instanceof Element) {
      for (const name of kAttributes) {
        const now = saidAt(node, name, node.getAttribute(name), before);
        if (now !== undefined) node.setAttribute(name, now);
      }
    }
  }
}

// -- which language -------------------------------------------------------------------------------------------------------

const listeners: (() => void)[] = [];

/** Called after a change, when the texts of the page have been translated: for canvases and composed texts. */
export function onLanguage(listener: () => void): void {
  listeners.push(listener);
}

const known = (name: string | null | undefined): Language | undefined => {
  const base = (name ?? '').toLowerCase().split('-')[0]!;
  return Object.hasOwn(languages, base) ? (base as Language) : undefined;
};

/** The address decides, then what was chosen before, then the languages of the browser. */
export function wantedLanguage(
  { search, hash }: { search: string; hash: string },
  chosen: string,
  preferred: readonly string[],
): Language {
  const asked = [hash.replace(/^#/, ''), search].map((text) => known(new URLSearchParams(text).get('lang')));
  return asked[0] ?? asked[1] ?? known(chosen) ?? preferred.map(known).find((name) => name !== undefined) ?? 'en';
}

/** Before anything is built: the reader's language. */
export async function startLanguage(): Promise<void> {
  const wanted = (): Language => wantedLanguage(location, recall('language', ''), navigator.languages);
  await use(wanted());
  addEventListener('hashchange', () => void use(wanted()));
}

/** The user's choice: it is remembered, and an address that asked for another gives way. */
export async function chooseLanguage(name: Language): Promise<boolean> {
  remember('language', name);
  const { hash } = location;
  if (/[#&]lang=/.test(hash)) history.replaceState(undefined, '', hash.replace(/([#&]lang=)[^&]*/, `$1${name}`));
  return use(name);
}

/** False when the table cannot be fetched; then everything stays as it is. */
async function use(name: Language): Promise<boolean> {
  if (name === current) return true;
  const found = name === 'en' ? kEnglish : await tableOf(name);
  if (!found) return false;
  current = name;
  table = found;
  rules = new Intl.PluralRules(name);
  numbers = new Intl.NumberFormat(name, { maximumFractionDigits: 20 });
  formats = [];
  document.documentElement.lang = name;
  sayAgain(document.documentElement);
  for (const listener of listeners) listener();
  return true;
}

async function tableOf(name: Language): Promise<Table | undefined> {
  const [page, ...others] = await Promise.all(['', ...parts].map((part) => fetchTable(part, name)));
  return page && { texts: Object.assign({}, page.texts, ...others.map((other) => other?.texts)), counts: page.counts };
}

async function fetchTable(part: string, name: Language): Promise<Table | undefined> {
  const address = new URL(`languages/${part && `${part}/`}${name}.json`, import.meta.url);
  return fetch(address).then(
    (answer) => (answer.ok ? (answer.json() as Promise<Table>) : undefined),
    () => undefined,
  );
}

/** Before a part of the page is built that has texts of its own; without them it speaks English. */
export async function speakFor(part: string): Promise<void> {
  if (parts.includes(part)) return;
  parts.push(part);
  if (current === 'en') return;
  const name = current,
    found = await fetchTable(part, name);
  if (found && name === current) table = { texts: { ...table.texts, ...found.texts }, counts: table.counts };
}
