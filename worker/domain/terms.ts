// Apart from the sign-up rules, because the legal pages show it and need no list of common passwords.

/** The version of the terms a new customer accepts; it is stored with the time and shown on the legal pages. */
export const TERMS_VERSION = '2026-11-24';
