// Every test file starts with a database of the current shape that is empty but for the bars in the vault.

import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { fillVault } from './vault.ts';

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
await fillVault(env.DB);
