// Two suites for one folder: a long one that begins last leaves a core without work.

import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./admin/[a-l]*.test.ts', '!**/*.alone.test.ts']));
