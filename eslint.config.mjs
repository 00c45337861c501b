import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['build/', 'dist/', 'node_modules/', 'web/src/element/frameworks/', 'tests/hosts/types/'] },
  {
    files: ['web/src/**/*.ts', 'web/samples/**/*.ts', 'tests/**/*.ts'],
    extends: [...tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['test', 'describe', 'it', 'suite'] },
          ],
        },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-restricted-properties': [
        'error',
        { property: 'innerHTML', message: 'Names in files are hostile text: use textContent.' },
        { property: 'outerHTML', message: 'Names in files are hostile text: use textContent.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name=/^(append|max|min|prepend|push|replaceChildren|unshift)$/] > SpreadElement',
          message: 'A call takes only so many arguments, and files decide how long a list is: use base/lists.',
        },
        {
          selector:
            'CallExpression[callee.property.name="set"] > ArrayExpression:nth-child(2) > SpreadElement:first-child',
          message: 'A list that is copied for each entry takes the square of its length: use pushTo of base/lists.',
        },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // Lists of fixed lengths: the components of an image, the rows on a screen, the parts of a vertex; and our own models.
    files: ['web/src/images/{bmp,gif,jpeg,png}*.ts', 'web/src/ui/virtual.ts', 'web/samples/**/*.ts', 'tests/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
