// Every test file starts with empty storage and a database of the current shape, whatever ran before it in the same runtime.

import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { sendConsoleAfterEachTest } from './console.ts';

sendConsoleAfterEachTest();
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
