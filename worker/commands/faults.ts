// `npm run faults`: hands over to tests/faults-run (nothing imports tests, so it is a process of its own).

import { join } from 'node:path';
import { ROOT } from './local-setup.ts';
import { node, start } from './processes.ts';

const faults = start(node([join(ROOT, 'tests', 'faults-run', 'command.ts'), ...process.argv.slice(2)]));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => faults.kill(signal));
faults.on('exit', (code) => process.exit(code ?? 1));
