// `npm run format`: writes every source file in the format of this project.

import { formatCommands } from './checks.mjs';
import { run } from './run.mjs';
import { setUp } from './setup.mjs';

setUp('checks');
for (const [program, args] of formatCommands()) run(program, args);
