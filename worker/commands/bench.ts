// `npm run bench`: hands over to tests/bench.

import { handOver } from './processes.ts';

await handOver('bench/run.ts');
