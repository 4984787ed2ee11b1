import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./identity/*.test.ts', '!**/*.alone.test.ts']));
