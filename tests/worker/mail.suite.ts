import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./mail/*.test.ts', '!**/*.alone.test.ts']));
