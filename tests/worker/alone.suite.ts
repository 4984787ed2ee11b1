import { aloneFilesOf } from '../support/suite.ts';

aloneFilesOf(import.meta.glob('./{alerts,prices}/*.alone.test.ts'));
