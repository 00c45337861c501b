// `vitrine figure --card`: what chat programs and forums show of a link to the page, with a picture beside it.

import { basename } from 'node:path';

import { type Card, cardTags } from '../core/card';
import type { Report } from '../core/report';
import { UsageError, type Values } from './command';

export interface FigureCard {
  /** Where the picture is written. */
  path: string;
  /** The tags, once the page is known. */
  tags(title: string, report: Report): string[];
}

export const cardOptions = {
  card: { text: 'what chat programs and forums show of a link, with a picture FIGURE.card.png next to the page' },
  url: { value: 'ADDRESS', text: 'with --card: URL of the page; without it few programs find the picture' },
} as const;

/** What --card and --url ask for. Throws UsageError for an address that is none. */
export function figureCard(values: Values, output: string): FigureCard | undefined {
  const { card, url } = values;
  if (card !== true) {
    if (url !== undefined) throw new UsageError('--url needs --card');
    return undefined;
  }
  if (output === '-') throw new UsageError('--card writes a picture next to the page, so the page needs a file name');
  const path = `${output.replace(/\.html?$/i, '')}.card.png`,
    name = encodeURIComponent(basename(path));
  if (url === undefined) return { path, tags: (title, report) => tagsOf(title, report, name) };
  const base = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (!base || !/^https?:$/.test(base.protocol))
    throw new UsageError(`--url is the http or https address of the page, not '${String(url)}'`);
  // A folder, or the page itself.
  const page = base.pathname.endsWith('/') ? new URL(encodeURIComponent(basename(output)), base) : base;
  return { path, tags: (title, report) => tagsOf(title, report, new URL(name, page).href, page.href) };
}

function tagsOf(title: string, report: Report, image: string, url?: string): string[] {
  const card: Card = { title, description: describe(report), image, alt: title, ...(url !== undefined && { url }) };
  return cardTags(card);
}

const counted = (count: number, one: string): string[] =>
  count > 0 ? [`${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`] : [];

/** `md5mesh model: 1,300 triangles, 22 joints, 3 actions (walk, idle, peck).` */
function describe({ format, info }: Report): string {
  const { statistics, actions } = info,
    names = actions.slice(0, 3).map(({ name }) => name);
  const facts = [
    ...counted(statistics.triangles, 'triangle'),
    ...counted(statistics.joints, 'joint'),
    ...counted(actions.length, 'action').map(
      (text) => `${text} (${names.join(', ')}${actions.length > 3 ? ', ...' : ''})`,
    ),
  ];
  const what = format === 'world' ? 'World document' : `${format} model`;
  return `${what}${facts.length > 0 ? `: ${facts.join(', ')}` : ''}.`;
}
