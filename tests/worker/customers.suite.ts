import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./{accounts,factors}/*.test.ts', '!**/*.alone.test.ts']));
