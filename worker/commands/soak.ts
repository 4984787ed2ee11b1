// `npm run soak`: hands over to tests/soak (nothing imports tests, so it is a process of its own).

import { join } from 'node:path';
import { ROOT } from './local-setup.ts';
import { node, start } from './processes.ts';

const soak = start(node([join(ROOT, 'tests', 'soak', 'command.ts'), ...process.argv.slice(2)]));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => soak.kill(signal));
soak.on('exit', (code) => process.exit(code ?? 1));
