// The words of the registry of personal data (personal-data.ts): topics, grounds of the LGPD, and what closing an account does.

import { DAY_MS } from './time.ts';

/** What the page says about a group of tables, in this order. */
export const DATA_TOPICS = [
  'account',
  'identity',
  'settings',
  'movements',
  'access',
  'security',
  'alerts',
  'letters',
  'messages',
  'newsletter',
  'notes',
  'closing',
  'operators',
] as const;
export type DataTopic = (typeof DATA_TOPICS)[number];

/** LGPD, article 7: performance of the contract (V), a legal duty (II), legitimate interest (IX), consent (I). */
export type DataBasis = 'contract' | 'law' | 'interest' | 'consent';

/**
 * `erase`: the rows go. `pseudonymise`: the rows stay and say nothing of a person any more. `keep`: the rows stay under the bare
 * id of the account, because of `law`. `expire`: the rows name nobody by name and go by themselves within days.
 */
export type ClosingRule =
  | { readonly rule: 'erase' }
  | { readonly rule: 'pseudonymise'; readonly set: string }
  | { readonly rule: 'keep'; readonly law: KeepingLaw }
  | { readonly rule: 'expire' };

/** Why something stays: the register of operations, the log of who did what, and the retained identity itself. */
export type KeepingLaw = 'register' | 'accountability' | 'identity';

export type PersonalTable = {
  readonly table: string;
  /** The columns that name a person, or say what a person did, wrote or was told. */
  readonly columns: readonly string[];
  readonly topic: DataTopic;
  readonly basis: DataBasis;
  /** Which rows are about a customer: SQL over ?1, the id, and ?2, the address if it was proved, otherwise empty. */
  readonly whose: string;
  readonly atClosing: ClosingRule;
  /** The columns of the complete copy; null where nothing is left that the customer does not get elsewhere. Never a secret. */
  readonly exported: readonly string[] | null;
};

/** Columns, written as one text. */
export const words = (names: string): readonly string[] => names.split(/\s+/u);

/** Kept as the law on the register of customers asks. */
export const REGISTER = { rule: 'keep', law: 'register' } as const;
export const ERASE = { rule: 'erase' } as const;
/** Rows of a table whose `user_id` is the customer. */
export const MINE = 'user_id = ?1';

/** What stands in the place of a name, a number and a hash that are gone; the schema asks for something. */
export const CLOSED_NAME = '--';
export const CLOSED_PHONE = '0000000000';
export const CLOSED_PASSWORD_HASH = '$scrypt$ln=0$closed$';
/** No mail server and no form takes such an address. */
export const closedEmail = (userId: string): string => `closed:${userId}@invalid`;
export const isClosedEmail = (email: string): boolean => email.startsWith('closed:');

/** A complete copy is asked for once in this time, and can be fetched for a week. */
export const EXPORT_EVERY_MS = DAY_MS;
export const EXPORT_KEPT_MS = 7 * DAY_MS;
