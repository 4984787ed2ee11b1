import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./{accounts,factors,identity,security}/*.test.ts', '!**/*.alone.test.ts']));
