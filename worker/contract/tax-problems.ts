// The refusals of the tax workbook, as part of the table of problems.

import type { ProblemEntry } from './limit-problems.ts';

export const TAX_PROBLEMS = {
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
