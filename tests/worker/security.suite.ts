import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./{alerts,public,security}/*.test.ts', '!**/*.alone.test.ts']));
