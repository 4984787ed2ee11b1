import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./factors/*.test.ts', '!**/*.alone.test.ts']));
