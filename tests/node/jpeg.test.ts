// JPEGs beside the pixels that libjpeg-turbo makes of them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { imageSize } from '../../web/src/core/imagesize';
import { decodeJpeg } from '../../web/src/core/jpeg';
// @ts-expect-error plain JavaScript
import { jpegs } from './support/jpegs.mjs';

describe('a JPEG has the pixels of libjpeg-turbo:', () => {
  for (const [name, file, rgb] of jpegs as [string, string, string][]) {
    test(name, () => {
      const bytes = Buffer.from(file, 'base64');
      assert.deepEqual(imageSize(bytes), { width: 19, height: 11 });
      const { width, height, rgba } = decodeJpeg(bytes);
      assert.deepEqual([width, height], [19, 11]);
      assert.deepEqual([...rgba.filter((_, i) => i % 4 !== 3)], [...Buffer.from(rgb, 'base64')]);
    });
  }
});
