// Every test file starts with a database of its own.

import { makeDatabase } from './current-database.ts';

await makeDatabase();
