// The live samples of the documentation.

import { escapeHtml } from './page.mjs';

/** A figure of the gallery; `up` leads to the folder that holds samples/. */
export function figures(samples, up, { sample, action, controls = 'basic' }) {
  const found = samples.find(({ name }) => name === sample);
  if (!found) throw new Error(`there is no sample ${sample}`);
  const address = (file) => escapeHtml(`${up}samples/${file}`);
  const list = (ending, inverse = false) => found.files.filter((file) => ending.test(file) !== inverse).map(address);
  const images = list(/\.(png|jpe?g|tga|dds)$/i),
    moving = list(/\.md5(anim|camera)$/i),
    models = found.files.filter((file) => !/\.(png|jpe?g|tga|dds|md5anim|md5camera)$/i.test(file)).map(address);
  const attributes = [
    `src="${models.join(' ')}"`,
    moving.length > 0 && `animations="${moving.join(' ')}"`,
    images.length > 0 && `textures="${images.join(' ')}"`,
    `alt="${escapeHtml(found.text)}"`,
    (action ?? found.action) && `action="${escapeHtml(action ?? found.action)}"`,
    `controls="${controls}" playing loop`,
  ].filter(Boolean);
  return `<figure><vitrine-viewer ${attributes.join(' ')}><p><a href="${models[0]}">${escapeHtml(found.title)}</a></p></vitrine-viewer><figcaption>${escapeHtml(found.title)}: ${escapeHtml(found.text)}</figcaption></figure>`;
}
