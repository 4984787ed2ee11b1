import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./accounts/*.test.ts', '!**/*.alone.test.ts']));
