// The command line in scripts and on terminals: help, batches, reports for other tools, hostile names.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import Ajv from 'ajv';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

import { which } from '../../web/build/run.mjs';
import { rise, square, zip } from './support/inputs.mjs';
import { cliPath, root, vitrine, vitrineJson } from './support/vitrine.mjs';

let folder;
const put = (name, data) => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, data);
  return path;
};
const run = (args, options) => vitrine(args, { cwd: folder, ...options });
const broken = () => square({ weight: 'weight 3 7 1 ( -1 1 0 )' });
const warned = () => square({ weight: 'weight 3 1 1.0E+0 ( -1 1 0 )' });

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-headless-'));
  put('tree/fine/square.md5mesh', square());
  put('tree/fine/rise.md5anim', rise);
  put('tree/fine/notes.txt', 'no model');
  put('tree/warned/square.md5mesh', warned());
  put('tree/many/a.md5mesh', square());
  put('tree/many/b.md5mesh', broken());
  put('tree/pack.zip', zip({ 'deep/square.md5mesh': square(), 'deep/rise.md5anim': rise }));
});
after(() => rmSync(folder, { recursive: true }));

describe('help', () => {
  const names = [...run0(['--help']).stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name);
  function run0(args) {
    return vitrine(args);
  }

  test('lists the commands', () => {
    for (const name of ['inspect', 'pose', 'check', 'curves', 'convert', 'render', 'skin', 'world', 'sound'])
      assert.ok(names.includes(name), name);
  });

  test('keeps to the width of COLUMNS, and to 80 in a pipe', () => {
    const { COLUMNS, ...rest } = process.env;
    for (const columns of [undefined, 60, 80, 120])
      for (const args of [['--help'], ...names.map((name) => [name, '--help'])]) {
        const env = columns === undefined ? rest : { ...rest, COLUMNS: String(columns) };
        const { stdout, status } = run(args, { env });
        assert.equal(status, 0);
        // A word that is longer than the line stands alone.
        for (const line of stdout.split('\n'))
          assert.ok(line.length < (columns ?? 80) || !/\S +\S/.test(line.trim()), `${args}, ${columns}: ${line}`);
      }
    assert.match(
      run(['convert', '--help'], { env: { ...rest, COLUMNS: '0' } }).stdout,
      /^ {2}--report R\.json +file for .* all documents$/m,
    );
  });

  test('of convert has what is common first, then what is for one format, which can be asked for alone', () => {
    const { stdout } = run(['convert', '--help']);
    const groups = stdout.split('\n\n').filter((part) => part.startsWith('Options'));
    const optionsOf = (group) => [...group.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, name]) => name);
    assert.match(groups[0], /^Options\n/);
    assert.ok(optionsOf(groups[0]).length <= 10);
    for (const name of ['output', 'to', 'report', 'json', 'help']) assert.ok(optionsOf(groups[0]).includes(name), name);
    const md5 = groups.find((group) => group.startsWith('Options for md5mesh\n'));
    assert.ok(optionsOf(md5).includes('root-motion') && optionsOf(md5).includes('bake'));
    const models = groups.find((group) => group.startsWith('Options for md5mesh, iqm, iqe and md3\n'));
    assert.ok(optionsOf(models).includes('front') && optionsOf(models).includes('tolerance'));
    const all = groups.flatMap(optionsOf);
    assert.equal(new Set(all).size, all.length);
    for (const args of [
      ['convert', '--help', 'md5mesh'],
      ['help', 'convert', 'md5mesh'],
    ]) {
      const alone = run(args).stdout;
      assert.ok(alone.includes(md5), alone);
      assert.ok(optionsOf(alone).includes('output') && !optionsOf(alone).includes('qmsh-version'));
    }
  });

  /** A line for each thing. */
  const unfolded = { env: { ...process.env, COLUMNS: '0' } };

  for (const name of names) {
    test(`of ${name} has its options, examples and exit statuses`, () => {
      const { status, stdout, stderr } = run([name, '--help'], unfolded);
      assert.equal(status, 0);
      assert.equal(stderr, '');
      assert.match(stdout, new RegExp(`^vitrine ${name} \\S`));
      assert.match(stdout, /^Options\n(?: {2}.*\n)+/m);
      assert.match(stdout, /^ {2}--json /m);
      assert.match(stdout, new RegExp(`^Examples\\n {2}vitrine ${name} `, 'm'));
      assert.match(stdout, /^Exit status\n {2}0 .*\n {2}1 .*\n {2}2 /m);
      assert.equal(run(['help', name], unfolded).stdout, stdout);
    });

    test(`of ${name} shows examples with options that there are`, () => {
      const { stdout } = run([name, '--help'], unfolded);
      const [, options] = /^Options\n([^]*)^Examples/m.exec(stdout);
      const known = new Set(options.match(/--?[a-z][\w-]*/g));
      const [, examples] = /^Examples\n([^]*)^Exit status/m.exec(stdout);
      for (const option of examples.match(/(?<= )--?[a-z][\w-]*/g) ?? []) assert.ok(known.has(option), option);
    });
  }
});

describe('help on a terminal', () => {
  const absent =
    spawnSync('script', ['--version']).status === 0 ? false : 'the program `script` (util-linux) is absent';
  for (const columns of [60, 80, 132])
    test(`of ${columns} columns keeps within them`, { skip: absent }, () => {
      for (const name of ['inspect', 'convert', 'figure']) {
        const command = `stty cols ${columns}; '${process.execPath}' '${cliPath}' ${name} --help`;
        const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8' });
        const lines = stdout.split(/\r?\n/);
        const [first, last] = [lines.indexOf('Options'), lines.indexOf('Examples')];
        assert.ok(first > 0 && last > first, stdout);
        for (const line of lines.slice(first, last)) assert.ok(line.length < Math.max(columns, 66), line);
        // Every option and every word of what it means is there.
        const words = (text) =>
          text
            .replace(/ \\(?=\r?\n)/g, '')
            .replace(/\s+/g, ' ')
            .replace(/^.* Options /, '');
        assert.equal(words(stdout), words(run([name, '--help']).stdout));
      }
    });
});

describe('batch mode', () => {
  test('makes a document of each folder with one model, and of each file where there are several', () => {
    const { status, value, stderr } = vitrineJson(['check', '--batch', 'tree', '--json'], { cwd: folder });
    assert.equal(status, 1);
    assert.deepEqual(value.summary, { documents: 5, fine: 3, warned: 1, failed: 1 });
    assert.deepEqual(value.documents.map(({ name, failed, files }) => [name, failed, files.length]).sort(), [
      ['tree/fine/square.md5mesh', false, 2],
      ['tree/many/a.md5mesh', false, 1],
      ['tree/many/b.md5mesh', true, 1],
      ['tree/pack.zip/deep/square.md5mesh', false, 2],
      ['tree/warned/square.md5mesh', false, 1],
    ]);
    assert.equal(stderr, '5 documents: 3 fine, 1 with warnings, 1 failed\n');
  });

  test('goes on after what cannot be opened', () => {
    put('damaged/a.zip', zip({ 'x/square.md5mesh': square() }).subarray(0, 60));
    const { status, stderr } = run(['check', '--batch', 'damaged']);
    assert.equal(status, 1);
    assert.match(stderr, /ARCHIVE_DAMAGED/);
  });

  test('counts warnings against the limit for each document', () => {
    const { status, stdout, stderr } = run(['check', '--batch', 'tree/fine', 'tree/warned', '--max-warnings', '0']);
    assert.equal(status, 1);
    assert.match(stdout, /tree\/warned\/square\.md5mesh\n[^]*1 warning is more than the 0 allowed/);
    assert.match(stderr, /2 documents: 1 fine, 1 failed/);
    assert.equal(run(['check', '--batch', 'tree/fine', 'tree/warned']).status, 0);
  });

  test('prints report cards of all documents', () => {
    const { status, stdout } = run(['inspect', '--batch', 'tree/fine', 'tree/warned', '--format', 'md']);
    assert.equal(status, 0);
    const titles = [...stdout.matchAll(/^# (.*)$/gm)].map(([, title]) => title);
    assert.deepEqual(titles, ['tree/fine/square.md5mesh', 'tree/warned/square.md5mesh']);
    assert.match(stdout, /^\*\*Fine\*\* - md5 - 2 triangles - /m);
    assert.match(stdout, /^\*\*Has warnings\*\* - .*1 warning$/m);
    assert.match(stdout, /^\| warning \| MD5\\_NUMBER\\_FORM \| tree\/warned\/square\.md5mesh:29:/m);
  });

  test('prints one table for spreadsheets', () => {
    const { stdout } = run(['inspect', '--batch', 'tree/fine', 'tree/warned', '--format', 'csv']);
    const lines = stdout.trim().split('\n');
    assert.equal(lines.filter((line) => line === 'document,section,row,column,value').length, 1);
    assert.ok(lines.slice(1).every((line) => line.startsWith('tree/')));
  });

  test('shows no progress where standard error is no terminal', () => {
    assert.doesNotMatch(run(['check', '--batch', 'tree']).stderr, /\r|\u001b|#/);
  });

  const script =
    spawnSync('script', ['--version']).status === 0 ? false : 'the program `script` (util-linux) is absent';
  test('shows a bar on a terminal and takes it away', { skip: script }, () => {
    const command = [process.execPath, cliPath, 'check', '--batch', join(folder, 'tree')]
      .map((word) => `'${word}'`)
      .join(' ');
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8' });
    assert.match(stdout, /\[#*\.*\] \d\/5 /);
    // Its line is cleared before anything else is said.
    assert.ok(stdout.lastIndexOf('\r\u001b[K') > stdout.lastIndexOf('\r\u001b[K['));
    assert.match(stdout, /5 documents: 3 fine, 1 with warnings, 1 failed\r?\n$/);
  });
});

describe('reports for other tools', () => {
  // The parts of SARIF 2.1.0 (OASIS, sections 3.13 to 3.30) that a log of this kind uses, with their constraints.
  const text = { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1 } } };
  // An absolute path has its scheme; a reference that begins with a slash goes with no base (SARIF1004).
  const uri = {
    type: 'string',
    pattern: "^(file:///)?[A-Za-z0-9\\-._~%!$&'()*+,;=@][A-Za-z0-9\\-._~%!$&'()*+,;=:@/]*$",
  };
  const sarifSchema = {
    type: 'object',
    required: ['version', 'runs', '$schema'],
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      version: { const: '2.1.0' },
      runs: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          required: ['tool', 'results'],
          additionalProperties: false,
          properties: {
            columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
            tool: {
              type: 'object',
              required: ['driver'],
              properties: {
                driver: {
                  type: 'object',
                  required: ['name'],
                  properties: {
                    name: { type: 'string' },
                    version: { type: 'string' },
                    rules: {
                      type: 'array',
                      uniqueItems: true,
                      items: {
                        type: 'object',
                        required: ['id', 'fullDescription'],
                        additionalProperties: false,
                        properties: {
                          id: { type: 'string' },
                          name: { type: 'string', pattern: '^[A-Z][A-Za-z0-9]*$' },
                          help: text,
                          shortDescription: text,
                          fullDescription: text,
                          helpUri: { type: 'string', pattern: '^https://example\\.org/docs/[a-z/]+' },
                        },
                      },
                    },
                  },
                },
              },
            },
            artifacts: {
              type: 'array',
              uniqueItems: true,
              items: {
                type: 'object',
                additionalProperties: false,
                properties: { location: { type: 'object', required: ['uri'], properties: { uri } } },
              },
            },
            results: {
              type: 'array',
              items: {
                type: 'object',
                required: ['message', 'ruleId', 'ruleIndex', 'level', 'locations'],
                additionalProperties: false,
                properties: {
                  ruleId: { type: 'string' },
                  ruleIndex: { type: 'integer', minimum: 0 },
                  level: { enum: ['none', 'note', 'warning', 'error'] },
                  message: text,
                  locations: {
                    type: 'array',
                    minItems: 1,
                    items: {
                      type: 'object',
                      additionalProperties: false,
                      required: ['physicalLocation'],
                      properties: {
                        physicalLocation: {
                          type: 'object',
                          required: ['artifactLocation'],
                          additionalProperties: false,
                          properties: {
                            artifactLocation: { type: 'object', required: ['uri'], properties: { uri } },
                            region: {
                              type: 'object',
                              additionalProperties: false,
                              properties: {
                                startLine: { type: 'integer', minimum: 1 },
                                startColumn: { type: 'integer', minimum: 1 },
                                byteOffset: { type: 'integer', minimum: 0 },
                              },
                            },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  };

  test('are SARIF that keeps to its schema', () => {
    const fits = new Ajv({ strict: false }).compile(sarifSchema);
    put('odd names/a b%c#ü.md5mesh', broken());
    for (const args of [
      ['tree', '--batch'],
      ['odd names'],
      ['tree/fine'],
      [join(root, 'public/samples/broken')],
      [join(folder, 'odd names')],
      ['tree/fine', '--for', 'all'],
      ['tree', '--batch', '--docs', 'https://example.org/docs'],
    ]) {
      const { stdout } = run(['check', ...args, '--format', 'sarif']);
      const log = JSON.parse(stdout);
      assert.ok(fits(log), JSON.stringify(fits.errors));
      const [{ tool, results }] = log.runs;
      for (const { ruleId, ruleIndex } of results) assert.equal(tool.driver.rules[ruleIndex].id, ruleId);
    }
  });

  test('name absolute paths of every system as files in SARIF, relative ones as they are', () => {
    const place = (args) =>
      JSON.parse(run(['check', ...args, '--format', 'sarif']).stdout).runs[0].results[0].locations[0].physicalLocation
        .artifactLocation.uri;
    put('odd names/a b%c#ü.md5mesh', broken());
    assert.equal(place(['odd names/a b%c#ü.md5mesh']), 'odd%20names/a%20b%25c%23%C3%BC.md5mesh');
    assert.equal(
      place([join(folder, 'odd names/a b%c#ü.md5mesh')]),
      pathToFileURL(join(folder, 'odd names/a b%c#ü.md5mesh')).href,
    );
  });

  test('lead from SARIF to the documentation, wherever that is', () => {
    const { stdout } = run(['check', 'tree', '--batch', '--format', 'sarif', '--docs', 'https://example.org/docs']);
    const { informationUri, rules } = JSON.parse(stdout).runs[0].tool.driver;
    assert.equal(informationUri, 'https://example.org/docs/');
    for (const { id, helpUri } of rules) assert.equal(helpUri, `https://example.org/docs/codes/${id}.html`);
    assert.equal(run(['check', 'tree', '--batch', '--docs', 'https://example.org/docs']).status, 2);
    assert.equal(run(['check', 'tree', '--batch', '--format', 'sarif', '--docs', 'docs']).status, 2);
  });

  const multitool = 'sarif-multitool';
  test(
    'have no finding of sarif-multitool with the rules of SARIF and of GitHub',
    { skip: which(multitool) === null && `no ${multitool}` },
    () => {
      const scene = readFileSync(join(root, 'public/samples/lighthouse/lighthouse.scene'));
      put('cut/cut.scene', scene.subarray(0, 300));
      for (const args of [
        ['tree', '--batch'],
        [join(folder, 'odd names')],
        ['cut'],
        [join(root, 'tests/data'), '--batch'],
      ]) {
        const { stdout } = run(['check', ...args, '--format', 'sarif', '--docs', 'https://example.org/docs']);
        const path = put('log.sarif', stdout),
          findings = join(folder, 'findings.sarif');
        const { status, stdout: said } = spawnSync(
          multitool,
          ['validate', path, '--rule-kind', 'Sarif;Ghas', '--output', findings, '--log', 'ForceOverwrite'],
          { encoding: 'utf8', env: { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' } },
        );
        assert.equal(status, 0, said);
        const results = JSON.parse(readFileSync(findings, 'utf8').replace(/^\uFEFF/, '')).runs[0].results;
        assert.deepEqual(results.map(({ ruleId, message }) => [ruleId, message]), [], args.join(' ')); // prettier-ignore
      }
    },
  );

  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => ['testsuite', 'testcase', 'failure'].includes(name),
  });

  test('are JUnit that another parser reads', () => {
    const { status, stdout } = run(['check', '--batch', 'tree', '--format', 'junit']);
    assert.equal(status, 1);
    assert.equal(XMLValidator.validate(stdout), true);
    const { testsuites } = parser.parse(stdout);
    assert.equal(testsuites.testsuite.length, 5);
    const cases = testsuites.testsuite.flatMap(({ testcase }) => testcase);
    assert.equal(Number(testsuites.tests), cases.length);
    assert.equal(Number(testsuites.failures), 1);
    const [bad] = cases.filter(({ failure }) => failure);
    assert.equal(bad.name, 'tree/many/b.md5mesh');
    assert.equal(bad.failure[0].type, 'MD5_INDEX');
    assert.match(bad.failure[0].message, /b\.md5mesh:29:11: error MD5_INDEX/);
    const told = cases.find(({ name }) => name === 'tree/warned/square.md5mesh');
    assert.match(told['system-out'], /MD5_NUMBER_FORM/);
  });

  test('fail in JUnit for warnings over the limit as well', () => {
    const { status, stdout } = run(['check', 'tree/warned', '--max-warnings', '0', '--format', 'junit']);
    assert.equal(status, 1);
    const { testsuites } = parser.parse(stdout);
    assert.equal(Number(testsuites.failures), 1);
  });

  test('escape what names and messages bring along', () => {
    const name = 'evil/<a href="x">&\u0007\u202e]]>.md5mesh';
    put(name, broken().replace('square', '<b>&'));
    const { stdout } = run(['check', name, '--format', 'junit']);
    assert.equal(XMLValidator.validate(stdout), true);
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u202e]/);
    const { testsuites } = parser.parse(stdout, true);
    assert.match(testsuites.testsuite[0].name, /evil\//);
  });
});

describe('a terminal', () => {
  const evil = 'names/\u001b[31mred\u0007\u202egnp.md5mesh';

  for (const [what, args] of [
    ['check', ['check']],
    ['check --batch', ['check', '--batch']],
    ['inspect', ['inspect']],
    ['inspect as Markdown', ['inspect', '--format', 'md']],
    ['inspect as CSV', ['inspect', '--format', 'csv']],
    ['JSON', ['inspect', '--json']],
    ['SARIF', ['check', '--format', 'sarif']],
    ['render', ['render', '-o', 'out.png', '--size', '8x8']],
    ['convert', ['convert', '-o', 'out.qmsh']],
    ['pose', ['pose']],
    ['curves', ['curves']],
  ]) {
    test(`gets names with control characters as escapes: ${what}`, () => {
      put(evil, warned());
      const { stdout, stderr } = run([...args, evil]);
      assert.doesNotMatch(stdout + stderr, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    });
  }

  test('gets the name of a file that is not there as escapes, too', () => {
    const { status, stderr } = run(['inspect', 'no\u001b[2Jwhere']);
    assert.equal(status, 2);
    assert.match(stderr, /no\\x1b\[2Jwhere/);
  });
});

describe('pipes', () => {
  test('bring a file piece by piece', async () => {
    const child = spawn(process.execPath, [cliPath, 'check', '-', '--json'], { cwd: folder });
    let out = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    const data = Buffer.from(square());
    for (let at = 0; at < data.length; at += 101) {
      child.stdin.write(data.subarray(at, at + 101));
      await new Promise((resolve) => setImmediate(resolve));
    }
    child.stdin.end();
    assert.equal(await new Promise((resolve) => child.on('close', resolve)), 0);
    assert.deepEqual(
      JSON.parse(out).files.map(({ name }) => name),
      ['stdin'],
    );
  });

  test('take archives, as every command does that takes files', () => {
    const archive = readFileSync(join(folder, 'tree/pack.zip'));
    for (const args of [
      ['pose', '-'],
      ['curves', '-'],
      ['inspect', '-'],
      ['check', '-', '--batch'],
      ['render', '-', '-o', 'piped.png', '--size', '9x9'],
    ]) {
      const { status, stderr } = run(args, { input: archive });
      assert.equal(status, 0, `${args.join(' ')}: ${stderr}`);
    }
    assert.ok(existsSync(join(folder, 'piped.png')));
  });

  for (const args of [
    ['inspect', join(root, 'public/samples'), '--batch', '--json'],
    ['check', join(root, 'public/samples'), '--batch', '--format', 'junit'],
    ['render', join(root, 'public/samples/mannequin'), '-o', '-'],
  ]) {
    test(`may be closed early: ${args[0]}`, async () => {
      const child = spawn(process.execPath, [cliPath, ...args], { cwd: folder });
      let stderr = '';
      child.stderr.on('data', (chunk) => (stderr += chunk));
      child.stdout.destroy();
      const status = await new Promise((resolve) => child.on('close', resolve));
      assert.ok(status === 0 || status === 1, `${status}: ${stderr}`);
      assert.doesNotMatch(stderr, /EPIPE|at .*\.js:/);
    });
  }
});

describe('patterns', () => {
  test('and archives are taken wherever files are', () => {
    for (const operand of ['tree/fi*/*.md5*', 'tree/fine', 'tree/pack.zip']) {
      for (const args of [
        ['inspect', operand, '--json'],
        ['pose', operand],
        ['curves', operand],
        ['check', operand],
        ['convert', operand, '-o', 'p.qmsh'],
        ['render', operand, '-o', 'p.png', '--size', '8x8'],
      ]) {
        const { status, stderr } = run(args);
        assert.equal(status, 0, `${args.join(' ')}: ${stderr}`);
      }
    }
  });
});
