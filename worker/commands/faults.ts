// `npm run faults`: hands over to tests/faults-run.

import { handOver } from './processes.ts';

await handOver('faults-run/command.ts');
