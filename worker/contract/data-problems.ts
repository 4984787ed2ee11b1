// The refusals around a customer’s own data, papers and the end of an account, as part of the table of problems.

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
  TaxYearUnknown: {
    status: 404,
    title: 'No such year',
    detail: 'There is no tax workbook for this year.',
  },
  TaxMethodFixed: {
    status: 409,
    title: 'Method fixed',
    detail: 'A file of this year was made with this method already, so it stays. Nothing was changed.',
  },
  TaxYearTooLong: {
    status: 409,
    title: 'Too much for this kind of file',
    detail: 'This year has too many movements for a PDF or JSON. The CSV holds any number.',
  },
  BulletinUnsound: {
    status: 409,
    title: 'Not a rate',
    detail: 'This reading cannot be right: a rate is above zero, and selling is not below buying.',
  },
} as const satisfies Record<string, ProblemEntry>;
