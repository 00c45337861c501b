// vitrine world new: writes a world document to begin with.

import { worldTemplates } from '../../base/worldTemplates';
import { type Command, type Context, listed, UsageError } from '../command';
import { Outputs, refuseExisting } from '../outputs';
import { hint } from '../suggest';
import { plain } from '../terminal';
import { isWorldName } from '../worldFiles';

const names = worldTemplates.map(({ name }) => name);

export const newOptions: Command['options'] = {
  output: { value: 'FILE.world.json', short: 'o', text: 'the document to write (default: standard output)' },
  force: { needs: 'output', text: 'overwrite a document that exists' },
};

/** Operands are `new` and perhaps the name of a template. */
export function worldNew({ operands: [, name = 'stage', ...more], values, out, err }: Context): number {
  const template = worldTemplates.find((each) => each.name === name);
  if (!template)
    throw new UsageError(`there is no template '${name}'${hint(name, names) || `; there are ${listed(names)}`}`);
  if (more.length > 0) throw new UsageError('name one template');
  const output = String(values.output ?? '-');
  if (output === '-') {
    out(template.text);
    return 0;
  }
  if (!isWorldName(output))
    throw new UsageError(`world documents are told by their names; '${output}' must end in .world.json`);
  const written = [{ path: output, data: template.text }];
  new Outputs().plan([output]);
  if (values.force !== true) refuseExisting(written);
  new Outputs().write(written);
  err(`${plain(output)}: ${template.title}, ${template.about}\n`);
  return 0;
}
