// The reference of the module: its exported declarations with their comments, as the compiler's own declaration file
// has them.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import ts from 'typescript';

/** Exported declarations of a file, those of `export type *` included, without private members. */
function declarations(path, seen = new Set()) {
  if (seen.has(path) || !existsSync(path)) return [];
  seen.add(path);
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);
  const found = [];
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier) {
      const other = join(dirname(path), statement.moduleSpecifier.text.replace(/\.js$/, '.d.ts'));
      const named = statement.exportClause?.elements?.map(({ name }) => name.text);
      found.push(...declarations(other, named ? new Set() : seen).filter(({ name }) => !named || named.includes(name)));
    } else if (ts.getCombinedModifierFlags(statement) & ts.ModifierFlags.Export && statement.name) {
      found.push({ name: statement.name.text, text: declarationText(statement, source) });
    }
  }
  return found;
}

function declarationText(statement, source) {
  const comment = ts
    .getJSDocCommentsAndTags(statement)
    .map((part) => part.getText(source))
    .join('\n');
  const body = statement
    .getText(source)
    .split('\n')
    .filter((line) => !/^\s*(private |#private)/.test(line))
    .join('\n')
    .replace(/^export (declare )?/, '');
  return body.startsWith('/**') || comment === '' ? body : `${comment}\n${body}`;
}

export function typeReference(path) {
  const all = declarations(path);
  if (!all.some(({ name }) => name === 'createVitrine')) throw new Error(`${path} does not declare createVitrine`);
  const once = new Map(all.map((entry) => [entry.name, entry]));
  const first = ['createVitrine', 'Vitrine', 'VitrineDocument', 'VitrineError'];
  const rest = [...once.keys()].filter((name) => !first.includes(name)).sort();
  return [...first, ...rest]
    .filter((name) => once.has(name))
    .map((name) => `## ${name}\n\n\`\`\`ts\n${once.get(name).text}\n\`\`\``)
    .join('\n\n');
}
