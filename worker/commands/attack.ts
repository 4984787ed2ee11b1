// `npm run attack`: hands over to tests/attack.

import { handOver } from './processes.ts';

await handOver('attack/command.ts');
