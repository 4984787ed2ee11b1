import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./security/*.test.ts', '!**/*.alone.test.ts']));
