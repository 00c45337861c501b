/** The colours of the studio's light are the same numbers wherever they are written. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import test from 'node:test';

import { kStudioColors } from '../../web/src/protocol/view';

const numbers = (text: string): number[] => (text.match(/\d+\.\d+/g) ?? []).map(Number);

test('the shader, the renderer without a GPU and the scripts have one studio', () => {
  const shader = readFileSync(resolve('shaders/light.glsl'), 'utf8'),
    renderer = readFileSync(resolve('native/render/light.cpp'), 'utf8');
  const inShader = [...shader.matchAll(/STUDIO\((\d), ([\d., ]+)\)/g)].sort(([, a], [, b]) => Number(a) - Number(b));
  assert.deepEqual(
    inShader.flatMap(([, , rgb]) => numbers(rgb!)),
    [...kStudioColors],
  );
  const inRenderer = ['key_color = glm::vec3', 'fill_color', 'rim_color = glm::vec3', 'floor', 'zenith'].map(
    (name) => renderer.split(`${name}(`)[1]!.split(')')[0]!,
  );
  assert.deepEqual(inRenderer.flatMap(numbers), [...kStudioColors]);
});
