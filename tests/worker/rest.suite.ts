import { filesOf } from '../support/suite.ts';

filesOf(
  import.meta.glob([
    './*.test.ts',
    './{alerts,channels,mail,portfolio,prices,public}/*.test.ts',
    '!**/*.alone.test.ts',
  ]),
);
