import { aloneFilesOf } from '../support/suite.ts';

aloneFilesOf(import.meta.glob('./{alerts,money,prices}/*.alone.test.ts'));
