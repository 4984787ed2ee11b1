// `npm run bench`: builds, then hands over to tests/bench (nothing imports tests, so it is a process of its own).

import { join } from 'node:path';
import { ROOT, writeDevelopmentSecrets } from './local-setup.ts';
import { node, runToEnd, start } from './processes.ts';

writeDevelopmentSecrets();
await runToEnd(node([join(ROOT, 'worker', 'commands', 'build-web.mjs')]));
const bench = start(node([join(ROOT, 'tests', 'bench', 'run.ts'), ...process.argv.slice(2)]));
bench.on('exit', (code) => process.exit(code ?? 1));
