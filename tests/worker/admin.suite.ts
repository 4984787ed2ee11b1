// Of the suites this is the longest. Where no run has measured them yet, Vitest begins with the largest file, and the one that ends last
// should not be the one that began last.

import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./admin/*.test.ts', '!**/*.alone.test.ts']));
