import { aloneFilesOf } from '../support/suite.ts';

aloneFilesOf(import.meta.glob('./admin/*.alone.test.ts'));
