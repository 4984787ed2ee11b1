import { filesOf } from '../support/suite.ts';

filesOf(import.meta.glob(['./admin/[m-z]*.test.ts', '!**/*.alone.test.ts']));
