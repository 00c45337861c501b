// What a new world begins with.

import { worldTemplates, type WorldTemplateName } from '../../base/worldTemplates';
import type { RoomKit } from '../world/kit';
import { Palette } from './palette';

const wordsOf = ({ t }: RoomKit): Readonly<Record<WorldTemplateName, { label: string; help: string }>> => ({
  stage: { label: t('Stage'), help: t('a floor under a light') },
  rooms: { label: t('Two rooms'), help: t('two segments, and a door that opens') },
  show: { label: t('A show'), help: t('titles, sparks and a moving light on a timeline') },
});

export async function chooseTemplate(kit: RoomKit): Promise<void> {
  const { t } = kit,
    palette = new Palette(kit);
  document.body.append(palette.element);
  const words = wordsOf(kit),
    names = worldTemplates.map(({ name }) => ({ name, ...words[name] })),
    chosen = await palette.choose(t('New world'), names);
  palette.element.remove();
  const template = worldTemplates.find(({ name }) => name === chosen);
  if (template) kit.create(`${template.name}.world.json`, template.text);
}
