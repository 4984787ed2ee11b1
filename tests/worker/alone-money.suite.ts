import { aloneFilesOf } from '../support/suite.ts';

aloneFilesOf(import.meta.glob('./money/*.alone.test.ts'));
