// What chat programs, forums and search engines show of a link: tags of the Open Graph protocol (https://ogp.me) and of
// Twitter's cards, which most of them read.

export interface Card {
  title: string;
  description: string;
  /** Absolute, where whoever reads the page from elsewhere shall find it. */
  image?: string;
  /** What the picture shows, for those who do not see it. */
  alt?: string;
  /** Of the page, absolute. */
  url?: string;
}

/** The size that every reader of cards takes, at 1.91 : 1. */
export const cardSize = { width: 1200, height: 630 } as const;

/** Text that is to be text in HTML, in attributes too. */
export const htmlText = (value: string | number): string =>
  String(value).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Tags for the head of a page; names out of files are text in them. */
export function cardTags({ title, description, image, alt, url }: Card): string[] {
  const property = (name: string, content: string): string =>
      `<meta property="og:${name}" content="${htmlText(content)}">`,
    twitter = (name: string, content: string): string => `<meta name="twitter:${name}" content="${htmlText(content)}">`;
  return [
    property('type', 'website'),
    property('site_name', 'Vitrine'),
    property('title', title),
    property('description', description),
    ...(url === undefined ? [] : [property('url', url)]),
    ...(image === undefined
      ? [twitter('card', 'summary')]
      : [
          property('image', image),
          property('image:type', 'image/png'),
          property('image:width', String(cardSize.width)),
          property('image:height', String(cardSize.height)),
          property('image:alt', alt ?? title),
          twitter('card', 'summary_large_image'),
          twitter('image', image),
        ]),
    twitter('title', title),
    twitter('description', description),
  ];
}
