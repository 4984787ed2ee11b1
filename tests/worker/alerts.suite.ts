import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./alerts/*.test.ts', '!**/*.alone.test.ts']));
