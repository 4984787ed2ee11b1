import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./prices/*.test.ts', '!**/*.alone.test.ts']));
