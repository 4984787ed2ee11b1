import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./money/*.test.ts', '!**/*.alone.test.ts']));
