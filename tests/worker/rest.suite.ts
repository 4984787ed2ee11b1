import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./*.test.ts', './channels/*.test.ts', './portfolio/*.test.ts']));
