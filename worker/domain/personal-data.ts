// The registry of personal data: every table that says something about a person, what it is for, on which ground of the LGPD it
// stands, what a customer gets of it in the complete copy, and what happens to it when the account is closed. Closing, the
// export and the page "My data" read it; tests/unit/personal-data.test.ts compares it with the database that the migrations make.
// A new table is one entry here; a new topic also has its words in locales/*/my-data.json.

import { DAY_MS } from './time.ts';

/** What the page says about a group of tables, in this order. */
export const DATA_TOPICS = [
  'account',
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

const ERASE = { rule: 'erase' } as const;
const REGISTER = { rule: 'keep', law: 'register' } as const;
const LOG = { rule: 'keep', law: 'accountability' } as const;

const MINE = 'user_id = ?1';
const MY_SUBMISSIONS =
  "SELECT id FROM submissions WHERE type <> 'erasure' AND (user_id = ?1 OR (user_id IS NULL AND email = ?2))";
const BY_SUBMISSION = `submission_id IN (${MY_SUBMISSIONS})`;

/** What stands in the place of a name, a number and a hash that are gone; the schema asks for something. */
export const CLOSED_NAME = '--';
export const CLOSED_PHONE = '0000000000';
export const CLOSED_PASSWORD_HASH = '$scrypt$ln=0$closed$';
/** No mail server and no form takes such an address. */
export const closedEmail = (userId: string): string => `closed:${userId}@invalid`;
export const isClosedEmail = (email: string): boolean => email.startsWith('closed:');

/** In the order of erasing: who refers to another row goes before it. */
export const PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'users',
    columns: ['id', 'email', 'full_name', 'phone', 'password_hash', 'plain_name', 'last_active_at'],
    topic: 'account',
    basis: 'contract',
    whose: 'id = ?1',
    atClosing: {
      rule: 'pseudonymise',
      set: `email = 'closed:' || id || '@invalid', full_name = '${CLOSED_NAME}', phone = '${CLOSED_PHONE}',
        password_hash = '${CLOSED_PASSWORD_HASH}', email_confirmed_at = NULL`,
    },
    exported: [
      'id',
      'email',
      'full_name',
      'phone',
      'tier',
      'status',
      'bonus_claimed_at',
      'terms_version',
      'terms_accepted_at',
      'email_confirmed_at',
      'created_at',
      'updated_at',
      'last_active_at',
    ],
  },
  {
    table: 'settings',
    columns: ['user_id', 'language'],
    topic: 'settings',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: [
      'notification_email',
      'notification_sms',
      'notification_push',
      'platform',
      'theme',
      'language',
      'currency',
      'weight_unit',
      'updated_at',
    ],
  },
  {
    table: 'refresh_tokens',
    columns: ['token_hash', 'session_id'],
    topic: 'access',
    basis: 'contract',
    whose: `session_id IN (SELECT id FROM sessions WHERE ${MINE})`,
    atClosing: ERASE,
    exported: null,
  },
  {
    table: 'sessions',
    columns: ['user_id', 'user_agent', 'place'],
    topic: 'access',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: [
      'user_agent',
      'place',
      'remembered',
      'created_at',
      'last_seen_at',
      'expires_at',
      'ended_at',
      'end_reason',
      'stepped_up_at',
      'stepped_up_by',
    ],
  },
  {
    table: 'sign_in_tickets',
    columns: ['user_id', 'phone', 'ticket_hash'],
    topic: 'access',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: ['phone', 'created_at', 'expires_at', 'used_at'],
  },
  {
    table: 'known_devices',
    columns: ['user_id', 'device_hash'],
    topic: 'access',
    basis: 'interest',
    whose: MINE,
    atClosing: ERASE,
    exported: ['first_seen_at', 'last_seen_at'],
  },
  {
    table: 'security_events',
    columns: ['user_id', 'device', 'place', 'detail'],
    topic: 'access',
    basis: 'interest',
    whose: MINE,
    atClosing: ERASE,
    exported: ['kind', 'device', 'place', 'detail', 'times', 'happened_at'],
  },
  {
    // Buckets are hashes, or an id with the kind of attempt.
    table: 'attempts',
    columns: ['bucket'],
    topic: 'access',
    basis: 'interest',
    whose: "bucket LIKE '%' || ?1 || '%'",
    atClosing: { rule: 'expire' },
    exported: null,
  },
  {
    table: 'totp_factors',
    columns: ['user_id', 'sealed_secret'],
    topic: 'security',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: ['created_at', 'last_used_at'],
  },
  {
    table: 'recovery_codes',
    columns: ['user_id', 'code_hash'],
    topic: 'security',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: ['created_at', 'used_at'],
  },
  {
    table: 'passkeys',
    columns: ['user_id', 'credential_id', 'public_key', 'name'],
    topic: 'security',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: ['name', 'synced', 'created_at', 'last_used_at'],
  },
  {
    table: 'mailed_links',
    columns: ['user_id', 'email', 'subject_id', 'token_hash'],
    topic: 'security',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: ['purpose', 'email', 'created_at', 'expires_at', 'spent_at'],
  },
  {
    // Only on a developer's machine. Before the outbox and the changes of address, by which it is found.
    table: 'local_mailbox',
    columns: ['recipient', 'sender', 'subject', 'text', 'html', 'headers', 'language'],
    topic: 'letters',
    basis: 'contract',
    whose: `recipient = ?2 OR id IN (SELECT id FROM mail_outbox WHERE ${MINE})
      OR recipient IN (SELECT from_email FROM email_changes WHERE ${MINE} AND done_at IS NOT NULL)`,
    atClosing: ERASE,
    exported: null,
  },
  {
    table: 'email_changes',
    columns: ['user_id', 'from_email', 'to_email'],
    topic: 'security',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: [
      'from_email',
      'to_email',
      'requested_at',
      'expires_at',
      'old_confirmed_at',
      'new_confirmed_at',
      'done_at',
      'cancelled_at',
    ],
  },
  {
    table: 'alert_deliveries',
    columns: ['user_id'],
    topic: 'alerts',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: ['metal', 'direction', 'target_cents', 'price_cents', 'price_at', 'read_at', 'created_at'],
  },
  {
    table: 'alerts',
    columns: ['user_id'],
    topic: 'alerts',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: ['metal', 'direction', 'target_cents', 'is_active', 'created_at', 'last_fired_at'],
  },
  {
    table: 'mail_outbox',
    columns: ['user_id', 'message', 'email', 'full_name', 'language'],
    topic: 'letters',
    basis: 'contract',
    whose: `${MINE} OR (user_id IS NULL AND email = ?2)`,
    atClosing: ERASE,
    exported: ['kind', 'message', 'email', 'full_name', 'language', 'state', 'created_at', 'updated_at'],
  },
  {
    table: 'complaints',
    columns: ['submission_id', 'number'],
    topic: 'messages',
    basis: 'law',
    whose: BY_SUBMISSION,
    atClosing: ERASE,
    exported: ['submission_id', 'number', 'due_at'],
  },
  {
    table: 'contact_answers',
    columns: ['submission_id', 'answered_by', 'body', 'language'],
    topic: 'messages',
    basis: 'contract',
    whose: BY_SUBMISSION,
    atClosing: ERASE,
    exported: ['submission_id', 'body', 'language', 'answered_at'],
  },
  {
    table: 'contact_messages',
    columns: ['submission_id', 'owner_id'],
    topic: 'messages',
    basis: 'contract',
    whose: BY_SUBMISSION,
    atClosing: ERASE,
    exported: ['submission_id', 'state', 'sent_at', 'updated_at'],
  },
  {
    table: 'submission_forwards',
    columns: ['submission_id', 'last_error'],
    topic: 'messages',
    basis: 'interest',
    whose: BY_SUBMISSION,
    atClosing: ERASE,
    exported: ['submission_id', 'state', 'updated_at'],
  },
  {
    table: 'submissions',
    columns: ['user_id', 'email', 'phone', 'user_agent', 'data'],
    topic: 'messages',
    basis: 'contract',
    whose: `id IN (${MY_SUBMISSIONS})`,
    atClosing: ERASE,
    exported: ['id', 'type', 'email', 'phone', 'user_agent', 'data', 'submitted_at'],
  },
  {
    table: 'newsletter_subscribers',
    columns: ['email', 'language', 'link_hash', 'leave_token'],
    topic: 'newsletter',
    basis: 'consent',
    whose: 'email = ?2',
    atClosing: ERASE,
    exported: ['email', 'language', 'created_at', 'confirmed_at'],
  },
  {
    table: 'customer_notes',
    columns: ['user_id', 'author_id', 'body'],
    topic: 'notes',
    basis: 'interest',
    whose: MINE,
    atClosing: ERASE,
    // What our team notes may be part of a report to the authorities, of which the law forbids to tell (Law 9,613/1998, article 11).
    exported: ['noted_at'],
  },
  {
    table: 'data_exports',
    columns: ['user_id', 'language'],
    topic: 'closing',
    basis: 'law',
    whose: MINE,
    atClosing: ERASE,
    exported: ['requested_at', 'state', 'ready_at', 'expires_at', 'bytes', 'sha256'],
  },
  {
    table: 'account_closings',
    columns: ['user_id'],
    topic: 'closing',
    basis: 'law',
    whose: MINE,
    atClosing: REGISTER,
    exported: ['requested_at', 'due_at', 'cancelled_at', 'cancelled_because', 'closed_at'],
  },
  {
    table: 'retained_identities',
    columns: ['account_id', 'sealed', 'sealed_key'],
    topic: 'closing',
    basis: 'law',
    whose: 'account_id = ?1',
    atClosing: { rule: 'keep', law: 'identity' },
    exported: null,
  },
  {
    table: 'identity_openings',
    columns: ['account_id', 'reader_id'],
    topic: 'closing',
    basis: 'law',
    whose: 'account_id = ?1',
    atClosing: LOG,
    exported: null,
  },
  {
    table: 'accounts',
    columns: ['id', 'cash_cents'],
    topic: 'movements',
    basis: 'contract',
    whose: 'id = ?1',
    atClosing: REGISTER,
    exported: [
      'id',
      'cash_cents',
      'net_purchases_cents',
      'bonus_since',
      'bonus_freed_at',
      'bonus_freed_net_cents',
      'created_at',
    ],
  },
  {
    table: 'holdings',
    columns: ['account_id', 'ounces_e4'],
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: [
      'metal',
      'ounces_e4',
      'held_ounces_e4',
      'cost_basis_cents',
      'realised_gain_cents',
      'bought_cents',
      'updated_at',
    ],
  },
  {
    table: 'operations',
    columns: ['account_id', 'request_hash', 'reply'],
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: ['id', 'kind', 'initiator', 'quote_id', 'quote_basis', 'reverses', 'reply', 'created_at'],
  },
  {
    table: 'entries',
    columns: ['account_id', 'amount'],
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: ['operation_id', 'line', 'asset', 'amount'],
  },
  {
    table: 'transactions',
    columns: ['account_id', 'notes'],
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: [
      'id',
      'operation_id',
      'type',
      'metal',
      'ounces_e4',
      'price_cents',
      'subtotal_cents',
      'fee_cents',
      'total_cents',
      'basis_removed_cents',
      'status',
      'method',
      'gateway',
      'notes',
      'created_at',
      'settled_at',
      'reverses',
      'reversed_type',
    ],
  },
  {
    table: 'deposits',
    columns: ['account_id', 'gateway_reference'],
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: [
      'id',
      'amount_cents',
      'fee_cents',
      'method',
      'gateway',
      'gateway_reference',
      'status',
      'created_at',
      'settled_at',
    ],
  },
  {
    table: 'reversal_proposals',
    columns: ['account_id', 'proposed_by', 'decided_by', 'reason', 'customer_note', 'decision_note'],
    topic: 'movements',
    basis: 'law',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: ['operation_id', 'customer_note', 'state', 'proposed_at', 'decided_at'],
  },
  {
    table: 'operator_proposals',
    columns: ['subject_id', 'proposed_by', 'decided_by', 'detail', 'reason', 'decision_note'],
    topic: 'operators',
    basis: 'law',
    whose: 'subject_id = ?1',
    // A new address that was proposed is in the detail; what two operators decided stays.
    atClosing: { rule: 'pseudonymise', set: `detail = iif(kind = 'email', '{}', detail)` },
    exported: ['kind', 'state', 'proposed_at', 'decided_at'],
  },
  {
    // Ids alone of customers; of operators the address at that time, which stays. A chain of hashes: no line can change.
    table: 'audit_log',
    columns: ['actor_id', 'actor', 'subject_id', 'device', 'place', 'address', 'before', 'after', 'note'],
    topic: 'operators',
    basis: 'law',
    whose: "subject_kind = 'customer' AND subject_id = ?1",
    atClosing: LOG,
    exported: ['action', 'happened_at'],
  },
  {
    table: 'operator_refusals',
    columns: ['user_id'],
    topic: 'operators',
    basis: 'law',
    whose: MINE,
    atClosing: ERASE,
    exported: ['action', 'since', 'times'],
  },
  {
    // Whoever closes an account is no operator any more.
    table: 'operator_roles',
    columns: ['user_id'],
    topic: 'operators',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: ['role', 'granted_at'],
  },
  {
    table: 'admin_users',
    columns: ['user_id'],
    topic: 'operators',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: ['created_at'],
  },
  {
    table: 'media_library',
    columns: ['uploaded_by'],
    topic: 'operators',
    basis: 'contract',
    whose: 'uploaded_by = ?1',
    atClosing: LOG,
    exported: ['filename', 'created_at'],
  },
  {
    table: 'videos',
    columns: ['uploaded_by'],
    topic: 'operators',
    basis: 'contract',
    whose: 'uploaded_by = ?1',
    atClosing: LOG,
    exported: ['filename', 'created_at'],
  },
];

/** A complete copy is asked for once in this time, and can be fetched for a week. */
export const EXPORT_EVERY_MS = DAY_MS;
export const EXPORT_KEPT_MS = 7 * DAY_MS;
