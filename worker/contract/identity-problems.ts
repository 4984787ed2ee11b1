// The refusals around who a customer is, as part of the table of problems.

import type { ProblemEntry } from './limit-problems.ts';

export const IDENTITY_PROBLEMS = {
  LevelNeeded: {
    status: 403,
    title: 'Level needed',
    detail: 'This asks for a higher level of your identity. See /profile/identity. Nothing was charged.',
  },
  PixNeedsCpf: {
    status: 403,
    title: 'CPF needed',
    detail:
      'Reais are taken from an account with your own CPF alone. Give your CPF at /profile/identity first. Nothing was charged.',
  },
  IdentityTaken: {
    status: 409,
    title: 'Identity taken',
    detail:
      'This number belongs to another account. A person has one account. If it is not yours, write to us.',
  },
  IdentityNumberFixed: {
    status: 409,
    title: 'Another number',
    detail: 'Your identity was checked with another number. Give that one, or write to us.',
  },
  IdentityChanged: {
    status: 409,
    title: 'Identity changed',
    detail: 'The state of this identity is another one by now. Nothing was changed.',
  },
  OwnRefusal: {
    status: 409,
    title: 'Your own refusal',
    detail: 'An appeal is decided by another operator than the one who refused.',
  },
  DocumentsMissing: {
    status: 422,
    title: 'Documents missing',
    detail: 'Some of the documents for this level are missing.',
  },
  DocumentLimit: {
    status: 409,
    title: 'Too many documents',
    detail: 'You can keep 20 documents here. Remove one first.',
  },
} as const satisfies Record<string, ProblemEntry>;
