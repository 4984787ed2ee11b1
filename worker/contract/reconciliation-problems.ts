// The refusals around files of the banks, as part of the table of problems.

import type { ProblemEntry } from './limit-problems.ts';

export const RECONCILIATION_PROBLEMS = {
  BankFileTooLarge: {
    status: 413,
    title: 'File too large',
    detail: 'A file of movements can be 2 MiB at most. Ask for one of fewer days.',
  },
  BankFileRefused: {
    status: 422,
    title: 'File refused',
    detail: 'This file is not understood as movements of this account. Nothing was stored.',
  },
  BankFileKnown: {
    status: 409,
    title: 'File known',
    detail: 'This file was loaded already. Nothing was stored again.',
  },
  BankFileRepeated: {
    status: 409,
    title: 'A later file repeats it',
    detail:
      'A later file of this account has some of the same movements. Nothing was changed. Set that one aside first, and load it again afterwards.',
  },
  BreakEnded: {
    status: 409,
    title: 'Break ended',
    detail: 'This break was resolved or explained meanwhile. Nothing was changed.',
  },
} as const satisfies Record<string, ProblemEntry>;
