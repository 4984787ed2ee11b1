import { aloneFilesOf } from '../support/suite.ts';

aloneFilesOf(import.meta.glob('./security/*.alone.test.ts'));
