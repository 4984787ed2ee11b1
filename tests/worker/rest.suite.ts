import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./*.test.ts', './{channels,portfolio}/*.test.ts', '!**/*.alone.test.ts']));
