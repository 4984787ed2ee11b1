// Every test file starts with empty storage and a database of the current shape, whatever ran before it in the same runtime.

import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
