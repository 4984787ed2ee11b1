// `npm run format`: formats every file in place.

import { join } from 'node:path';
import { ROOT } from './local-setup.ts';
import { node, passOn } from './processes.ts';

process.exit(await passOn(node([join(ROOT, 'node_modules', 'oxfmt', 'bin', 'oxfmt')])));
