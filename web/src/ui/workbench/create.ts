// What a new world begins with.

import { worldTemplates } from '../../base/worldTemplates';
import type { RoomKit } from '../world/kit';
import { Palette } from './palette';

export async function chooseTemplate(kit: RoomKit): Promise<void> {
  const { t } = kit,
    palette = new Palette(kit);
  document.body.append(palette.element);
  const names = worldTemplates.map(({ name, title, about }) => ({ name, label: kit.t(title), help: kit.t(about) })),
    chosen = await palette.choose(t('New world'), names);
  palette.element.remove();
  const template = worldTemplates.find(({ name }) => name === chosen);
  if (template) kit.create(`${template.name}.world.json`, template.text);
}
