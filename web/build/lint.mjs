// `npm run lint`: format, lint and types, all reported before it fails.

import { checkCommands } from './checks.mjs';
import { status, stop } from './run.mjs';
import { setUp } from './setup.mjs';

setUp('checks');
const failed = checkCommands().filter(([, program, args]) => status(program, args) !== 0);
if (failed.length > 0) stop(`failed: ${failed.map(([name]) => name).join(', ')}`);
