import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./*.test.ts', './{channels,mail,portfolio}/*.test.ts', '!**/*.alone.test.ts']));
