// A contact message as work: who has taken it, whether it was answered, and the prepared answers.

export const CONTACT_STATES = ['open', 'answered', 'closed'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** Of an operator, besides answering. */
export const CONTACT_CHANGES = ['take', 'release', 'close', 'reopen'] as const;
export type ContactChange = (typeof CONTACT_CHANGES)[number];

/** Texts to begin an answer with (in the locales, section `mail`). */
export const CONTACT_TEMPLATES = ['received', 'access', 'operation', 'solved'] as const;
export type ContactTemplate = (typeof CONTACT_TEMPLATES)[number];

export const ANSWER_MAX_CHARACTERS = 5_000;
