// `npm run soak`: hands over to tests/soak.

import { handOver } from './processes.ts';

await handOver('soak/command.ts');
