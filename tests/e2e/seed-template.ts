// Migrates and seeds the database of which each server gets a copy, where that can happen beside other steps of
// `npm test`. start-servers.ts does the same and then finds little left to do.

import { prepareDatabase } from '../../worker/commands/local-server.ts';
import { seed } from '../../worker/commands/seed.ts';
import { TEMPLATE } from './support/servers.ts';

await prepareDatabase(TEMPLATE, seed);
