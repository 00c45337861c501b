// Files beside models of id Tech 4 as Cube 2 has them.

import type { FormatView } from './view';

export const md5: FormatView = {
  title: () => 'MD5',
  facts: ({ version, commandline }, { t }) =>
    typeof commandline === 'string'
      ? {
          facts: [
            [t('version'), String(version)],
            [t('command line'), commandline || t('(empty)')],
          ],
          objects: [],
        }
      : undefined,
  isLook: (name) => /(^|\/)md5\.(cfg|js)$/i.test(name),
};
