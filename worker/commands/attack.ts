// `npm run attack`: hands over to tests/attack (nothing imports tests, so it is a process of its own).

import { join } from 'node:path';
import { ROOT } from './local-setup.ts';
import { node, passOn } from './processes.ts';

process.exitCode = await passOn(
  node([join(ROOT, 'tests', 'attack', 'command.ts'), ...process.argv.slice(2)]),
);
