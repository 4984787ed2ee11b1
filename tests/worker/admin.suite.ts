import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./admin/*.test.ts', '!**/*.alone.test.ts']));
