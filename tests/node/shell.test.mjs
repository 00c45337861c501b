/** What the command does for a person at a terminal: completion, names that were mistyped, colours. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { which } from '../../web/build/run.mjs';
import { cliPath, root, vitrine } from './support/vitrine.mjs';

test('a mistyped command or option is answered with the nearest one', () => {
  const wrong = [
    [['inspcet', 'x'], "did you mean 'inspect'?"],
    [['rendr'], "did you mean 'render'?"],
    [['render', '--sise', '3x3', 'x'], "did you mean '--size'?"],
  ];
  for (const [args, text] of wrong) {
    const { status, stderr } = vitrine(args);
    assert.equal(status, 2);
    assert.ok(stderr.includes(text), stderr);
  }
  assert.doesNotMatch(vitrine(['explode']).stderr, /did you mean/);
});

/** What bash offers for the words of a line. */
function offered(words) {
  const script = `
    eval "$(node ${cliPath} completion bash)"
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
    COMP_CWORD=${words.length - 1}
    _vitrine
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8', cwd: root });
  assert.equal(status, 0, stderr);
  return stdout.trim().split('\n');
}

test('bash completes commands and the options of each', { skip: which('bash') === null && 'no bash' }, () => {
  assert.deepEqual(offered(['vitrine', 'ins']), ['inspect']);
  assert.ok(offered(['vitrine', 'render', '--si']).includes('--size'));
  assert.deepEqual(offered(['vitrine', 'inspect', '--si']), ['']);
  assert.ok(offered(['vitrine', 'inspect', 'packag']).includes('package.json'));
});

/** Options with words that they take, and one of those that begin with what is written. */
const kValues = [
  ['check', '--format', 'sa', 'sarif'],
  ['check', '--for', 'vk', 'vkquake'],
  ['convert', '--to', 'md5', 'md5mesh'],
  ['convert', '--for', 'doom', 'doom3'],
  ['convert', '--root-motion', 'ex', 'extract'],
  ['convert', '--companions', 'ski', 'skin'],
  ['render', '--animate', 'sh', 'sheet'],
  ['render', '--draw', 'solo-b', ''],
  ['render', '--draw', 'solo-pre', 'solo-prebump'],
  ['render', '--view', 'thr', 'three-quarter'],
  ['pose', '--space', 'wo', 'world'],
];

test(
  'bash completes the values of options, and files where an option takes one',
  { skip: which('bash') === null && 'no bash' },
  () => {
    for (const [command, option, begun, value] of kValues) {
      assert.deepEqual(offered(['vitrine', command, option, begun]), [value], `${command} ${option}`);
      assert.deepEqual(offered(['vitrine', command, option, '=', begun]), [value], `${command} ${option}=`);
    }
    assert.ok(offered(['vitrine', 'convert', '--report', 'packag']).includes('package.json'));
    assert.ok(offered(['vitrine', 'convert', '-o', 'packag']).includes('package.json'));
    assert.deepEqual(offered(['vitrine', 'render', '--fps', '']), ['']);
    assert.deepEqual(offered(['vitrine', 'completion', '']), ['bash', 'zsh', 'fish']);
    assert.deepEqual(offered(['vitrine', 'help', 'ins']), ['inspect']);
  },
);

test('fish completes the same', { skip: which('fish') === null && 'no fish' }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-fish-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'vitrine.fish');
  writeFileSync(script, vitrine(['completion', 'fish']).stdout);
  const offers = (line) => {
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`], {
      encoding: 'utf8',
      cwd: root,
    });
    assert.equal(stderr, '');
    return stdout.trim().split('\n').map((row) => row.split('\t')[0]); // prettier-ignore
  };
  for (const [command, option, begun, value] of kValues)
    if (value) assert.ok(offers(`vitrine ${command} ${option} ${begun}`).includes(value), `${command} ${option}`);
  assert.deepEqual(offers('vitrine completion '), ['bash', 'fish', 'zsh']);
  assert.ok(offers('vitrine convert --report packag').includes('package.json'));
});

test('values that an option lists are those that the command takes', () => {
  const commands = JSON.parse(vitrine(['completion', '--json']).stdout);
  const of = (name) => commands.find((command) => command.name === name);
  for (const [command, option, , value] of kValues)
    if (value) assert.ok(of(command).values[option.slice(2)].includes(value), `${command} ${option}`);
  // A word that is not offered is refused.
  const outputs = {
    convert: ['-o', 'x.glb'],
    render: ['-o', 'x.png'],
    figure: ['-o', 'x.html'],
    pack: ['-o', 'x.glb'],
  };
  for (const { name, values } of commands)
    if (values.format) {
      const { status, stderr } = vitrine([name, '--format', 'nothing', 'package.json', ...(outputs[name] ?? [])]);
      assert.equal(status, 2, name);
      for (const word of values.format.filter((each) => name !== 'completion'))
        assert.ok(stderr.includes(word), `${name}: ${stderr}`);
    }
});

test('every shell gets each command once, and an unknown shell is wrong usage', () => {
  const names = [...vitrine(['--help']).stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name);
  assert.ok(names.length > 10);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout, status } = vitrine(['completion', shell]);
    assert.equal(status, 0);
    for (const name of names.filter((each) => each !== 'completion'))
      assert.match(stdout, new RegExp(`\\b${name}\\b`), `${shell}: ${name}`);
  }
  assert.equal(vitrine(['completion', 'csh']).status, 2);
});

for (const shell of ['bash', 'zsh', 'fish'])
  test(`${shell} reads its script`, { skip: which(shell) === null && `no ${shell}` }, () => {
    // From a file: fish 3.6 reads no script from standard input where it only checks one.
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-shell-'));
    try {
      const script = join(folder, `script.${shell}`);
      writeFileSync(script, vitrine(['completion', shell]).stdout);
      const { status, stderr } = spawnSync(shell, ['-n', script], { encoding: 'utf8' });
      assert.equal(`${stderr}${status}`, '0');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

test('severities are coloured where colours are asked for, and never under NO_COLOR', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-shell-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'broken.md5mesh');
  writeFileSync(file, 'MD5Version 10\nnumJoints x\n');
  const run = (env) => {
    const { NO_COLOR, FORCE_COLOR, ...rest } = process.env;
    return spawnSync(process.execPath, [cliPath, 'check', file], { encoding: 'utf8', env: { ...rest, ...env } }).stdout;
  };
  const colour = `${String.fromCharCode(27)}[31merror`;
  assert.ok(run({ FORCE_COLOR: '1' }).includes(colour));
  assert.ok(!run({}).includes(colour), 'a pipe');
  assert.ok(!run({ FORCE_COLOR: '1', NO_COLOR: '1' }).includes(colour));
});
