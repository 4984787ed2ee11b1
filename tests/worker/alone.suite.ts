// The longest of the suites. It is the largest file as well: vitest begins with it where it does not yet know how long
// each takes, and no core waits for it at the end.
import { aloneFilesOf } from '../support/suite.ts';

aloneFilesOf(import.meta.glob('./**/*.alone.test.ts'));
