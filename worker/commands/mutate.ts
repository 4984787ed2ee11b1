// `npm run mutate`: hands over to tests/mutation.

import { handOver } from './processes.ts';

await handOver('mutation/run.ts');
