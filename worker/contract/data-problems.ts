// The refusals around a customer's own data and its account's end, as part of the table of problems.

import type { ProblemEntry } from './limit-problems.ts';

export const DATA_PROBLEMS = {
  AccountNotEmpty: {
    status: 409,
    title: 'Account not empty',
    detail: 'Something is still in this account, or waits to be settled. Nothing was changed.',
  },
  ClosingAlready: {
    status: 409,
    title: 'Closing already',
    detail: 'The closing of this account has already been asked for. Signing in takes it back.',
  },
  ExportTooSoon: {
    status: 429,
    title: 'One copy a day',
    detail: 'You can ask for one complete copy of your data a day.',
  },
  StatementNotReady: {
    status: 409,
    title: 'Month not closed',
    detail:
      'This month is not closed yet. Its statement can be read as a preview, and has files once it is closed.',
  },
  StatementTooLong: {
    status: 409,
    title: 'Too long for this file',
    detail: 'This month has too many movements for a PDF or a JSON file. The CSV has all of them.',
  },
  IdentityNotOpen: {
    status: 409,
    title: 'Identity not open',
    detail: 'This identity was read already, or its time is over. Two operators have to open it again.',
  },
} as const satisfies Record<string, ProblemEntry>;
