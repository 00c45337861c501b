// vitrine skin: the skinning formula alone, on numbers given in a JSON file.

import { type Command, UsageError, formatOf, jsonOption } from '../command';
import { readFile, readStandardInput } from '../files';
import { VitrineError } from '../index';
import { issueLine, json } from '../terminal';

export const skin: Command = {
  name: 'skin',
  summary: 'applies linear blend skinning to matrices and vertices in JSON',
  operands: 'FILE.json',
  options: { format: { value: 'json', text: 'only json is supported' }, json: jsonOption },
  examples: [
    ['numbers.json', 'positions of the vertices in numbers.json'],
    ['- < numbers.json', 'from standard input'],
  ],
  async run({ operands, values, vitrine, out, err }) {
    formatOf(values, ['json']);
    const [file, ...more] = operands;
    if (file === undefined || more.length > 0) throw new UsageError('name one JSON file, or - for standard input');
    const text = new TextDecoder().decode(file === '-' ? await readStandardInput() : readFile(file));
    try {
      out(`${json((await vitrine()).skin(text))}\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      for (const issue of error.issues) err(`${issueLine({ ...issue, source: file === '-' ? 'stdin' : file })}\n`);
      return 1;
    }
  },
};
