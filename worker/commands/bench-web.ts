// `npm run bench:web`: builds, then measures every public page with Lighthouse (tests/bench/web.ts).

import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { ROOT } from './local-setup.ts';
import { node, start } from './processes.ts';

const browser = await ensureBrowser();
const bench = start(
  node([join(ROOT, 'tests', 'bench', 'web.ts'), ...process.argv.slice(2)], {
    env: { ...process.env, ...(browser === null ? {} : { ONCA_CHROMIUM: browser }) },
  }),
);
bench.on('exit', (code) => process.exit(code ?? 1));
