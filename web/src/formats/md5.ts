// Files beside models of id Tech 4 as Cube 2 has them.

import type { FormatView } from './view';

export const md5: FormatView = {
  isLook: (name) => /(^|\/)md5\.(cfg|js)$/i.test(name),
};
