import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./public/*.test.ts', '!**/*.alone.test.ts']));
