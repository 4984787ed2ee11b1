// `npm run types`: writes worker/worker-configuration.d.ts from wrangler.toml, after a binding or a setting has changed.

import { passOn, workerTypes } from './processes.ts';

process.exit(await passOn(workerTypes()));
