// `npm run lint`: format, lint and types, all reported before it fails.

import { checkCommands } from './checks.mjs';
import { statusOfAll, stop } from './run.mjs';
import { setUp } from './setup.mjs';

setUp('checks', 'tests');
const failed = (await statusOfAll(checkCommands())).filter(([, code]) => code !== 0);
if (failed.length > 0) stop(`failed: ${failed.map(([name]) => name).join(', ')}`);
