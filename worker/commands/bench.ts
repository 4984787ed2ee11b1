// `npm run bench`: hands over to tests/bench (nothing imports tests, so it is a process of its own).

import { join } from 'node:path';
import { ROOT } from './local-setup.ts';
import { node, start } from './processes.ts';

const bench = start(node([join(ROOT, 'tests', 'bench', 'run.ts'), ...process.argv.slice(2)]));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => bench.kill(signal));
bench.on('exit', (code) => process.exit(code ?? 1));
