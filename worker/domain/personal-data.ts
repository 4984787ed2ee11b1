// The registry of personal data: every table that says something about a person, what it is for, on which ground of the LGPD it
// stands, what a customer gets of it in the complete copy, and what happens to it when the account is closed. Closing, the
// export and the page "My data" read it; tests/unit/personal-data.test.ts compares it with the database that the migrations make.
// A new table is one entry here; a new topic also has its words in locales/*/my-data.json.

import { KEPT_DATA } from './personal-data-kept.ts';
import {
  CLOSED_NAME,
  CLOSED_PASSWORD_HASH,
  CLOSED_PHONE,
  ERASE,
  MINE,
  type PersonalTable,
  words,
} from './personal-data-rules.ts';

export * from './personal-data-rules.ts';

const MY_SUBMISSIONS =
  "SELECT id FROM submissions WHERE type <> 'erasure' AND (user_id = ?1 OR (user_id IS NULL AND email = ?2))";
const BY_SUBMISSION = `submission_id IN (${MY_SUBMISSIONS})`;

/** In the order of erasing: who refers to another row goes before it. */
export const PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'users',
    columns: words('id email full_name phone password_hash plain_name last_active_at'),
    topic: 'account',
    basis: 'contract',
    whose: 'id = ?1',
    atClosing: {
      rule: 'pseudonymise',
      set: `email = 'closed:' || id || '@invalid', full_name = '${CLOSED_NAME}', phone = '${CLOSED_PHONE}',
        password_hash = '${CLOSED_PASSWORD_HASH}', email_confirmed_at = NULL`,
    },
    exported: words(`id email full_name phone tier status bonus_claimed_at terms_version terms_accepted_at
      email_confirmed_at created_at updated_at last_active_at`),
  },
  {
    table: 'settings',
    columns: words('user_id language'),
    topic: 'settings',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported:
      words(`notification_email notification_sms notification_push platform theme language currency weight_unit
      updated_at`),
  },
  {
    table: 'refresh_tokens',
    columns: words('token_hash session_id'),
    topic: 'access',
    basis: 'contract',
    whose: `session_id IN (SELECT id FROM sessions WHERE ${MINE})`,
    atClosing: ERASE,
    exported: null,
  },
  {
    table: 'sessions',
    columns: words('user_id user_agent place'),
    topic: 'access',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported:
      words(`user_agent place remembered created_at last_seen_at expires_at ended_at end_reason stepped_up_at
      stepped_up_by`),
  },
  {
    table: 'sign_in_tickets',
    columns: words('user_id phone ticket_hash'),
    topic: 'access',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: words('phone created_at expires_at used_at'),
  },
  {
    table: 'known_devices',
    columns: words('user_id device_hash'),
    topic: 'access',
    basis: 'interest',
    whose: MINE,
    atClosing: ERASE,
    exported: words('first_seen_at last_seen_at'),
  },
  {
    table: 'security_events',
    columns: words('user_id device place detail'),
    topic: 'access',
    basis: 'interest',
    whose: MINE,
    atClosing: ERASE,
    exported: words('kind device place detail times happened_at'),
  },
  {
    // Buckets are hashes, or an id with the kind of attempt.
    table: 'attempts',
    columns: words('bucket'),
    topic: 'access',
    basis: 'interest',
    whose: "bucket LIKE '%' || ?1 || '%'",
    atClosing: { rule: 'expire' },
    exported: null,
  },
  {
    table: 'totp_factors',
    columns: words('user_id sealed_secret'),
    topic: 'security',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: words('created_at last_used_at'),
  },
  {
    table: 'recovery_codes',
    columns: words('user_id code_hash'),
    topic: 'security',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: words('created_at used_at'),
  },
  {
    table: 'passkeys',
    columns: words('user_id credential_id public_key name'),
    topic: 'security',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: words('name synced created_at last_used_at'),
  },
  {
    table: 'mailed_links',
    columns: words('user_id email subject_id token_hash'),
    topic: 'security',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: words('purpose email created_at expires_at spent_at'),
  },
  {
    // Only on a developer's machine. Before the outbox, the alerts and the changes of address, by which it is found.
    table: 'local_mailbox',
    columns: words('recipient sender subject text html headers language'),
    topic: 'letters',
    basis: 'contract',
    whose: `recipient = ?2 OR id IN (SELECT id FROM mail_outbox WHERE ${MINE})
      OR id IN (SELECT 'sms-' || id FROM alert_deliveries WHERE ${MINE} UNION ALL SELECT 'push-' || id FROM alert_deliveries WHERE ${MINE})
      OR recipient IN (SELECT from_email FROM email_changes WHERE ${MINE} AND done_at IS NOT NULL)`,
    atClosing: ERASE,
    exported: null,
  },
  {
    table: 'email_changes',
    columns: words('user_id from_email to_email'),
    topic: 'security',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: words(
      `from_email to_email requested_at expires_at old_confirmed_at new_confirmed_at done_at cancelled_at`,
    ),
  },
  {
    table: 'alert_deliveries',
    columns: words('user_id'),
    topic: 'alerts',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: words('metal direction target_cents price_cents price_at read_at created_at'),
  },
  {
    table: 'alerts',
    columns: words('user_id'),
    topic: 'alerts',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: words('metal direction target_cents is_active created_at last_fired_at'),
  },
  {
    table: 'mail_outbox',
    columns: words('user_id message email full_name language'),
    topic: 'letters',
    basis: 'contract',
    whose: `${MINE} OR (user_id IS NULL AND email = ?2)`,
    atClosing: ERASE,
    exported: words('kind message email full_name language state created_at updated_at'),
  },
  {
    table: 'complaints',
    columns: words('submission_id number'),
    topic: 'messages',
    basis: 'law',
    whose: BY_SUBMISSION,
    atClosing: ERASE,
    exported: words('submission_id number due_at'),
  },
  {
    table: 'contact_answers',
    columns: words('submission_id answered_by body language'),
    topic: 'messages',
    basis: 'contract',
    whose: BY_SUBMISSION,
    atClosing: ERASE,
    exported: words('submission_id body language answered_at'),
  },
  {
    table: 'contact_messages',
    columns: words('submission_id owner_id'),
    topic: 'messages',
    basis: 'contract',
    whose: BY_SUBMISSION,
    atClosing: ERASE,
    exported: words('submission_id state sent_at updated_at'),
  },
  {
    table: 'submission_forwards',
    columns: words('submission_id last_error'),
    topic: 'messages',
    basis: 'interest',
    whose: BY_SUBMISSION,
    atClosing: ERASE,
    exported: words('submission_id state updated_at'),
  },
  {
    table: 'submissions',
    columns: words('user_id email phone user_agent data'),
    topic: 'messages',
    basis: 'contract',
    whose: `id IN (${MY_SUBMISSIONS})`,
    atClosing: ERASE,
    exported: words('id type email phone user_agent data submitted_at'),
  },
  {
    table: 'newsletter_subscribers',
    columns: words('email language link_hash leave_token'),
    topic: 'newsletter',
    basis: 'consent',
    whose: 'email = ?2',
    atClosing: ERASE,
    exported: words('email language created_at confirmed_at'),
  },
  {
    table: 'customer_notes',
    columns: words('user_id author_id body'),
    topic: 'notes',
    basis: 'interest',
    whose: MINE,
    atClosing: ERASE,
    // What our team notes may be part of a report to the authorities, of which the law forbids to tell (Law 9,613/1998, article 11).
    exported: words('noted_at'),
  },
  {
    table: 'freezes',
    columns: words('user_id'),
    topic: 'security',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: words('frozen_at ends_at'),
  },
  {
    // The pictures go from their bucket before the rows (services/carry-out-closings.ts).
    table: 'identity_documents',
    columns: words('user_id sealed_key r2_key sha256 delete_after'),
    topic: 'identity',
    basis: 'law',
    whose: MINE,
    atClosing: ERASE,
    exported: words('kind type bytes uploaded_at submitted_at delete_after'),
  },
  {
    table: 'identity_steps',
    columns: words('user_id by_id detail'),
    topic: 'identity',
    basis: 'law',
    whose: MINE,
    atClosing: ERASE,
    exported: words('step by_kind from_level to_level detail happened_at'),
  },
  {
    // Number, name and birth date go under the seal of the retained identity, with the number's MAC.
    table: 'identities',
    columns: words('user_id number_mac sealed masked birth_year reason pep pep_detail provider_reference'),
    topic: 'identity',
    basis: 'law',
    whose: MINE,
    atClosing: ERASE,
    exported:
      words(`level kind country masked birth_year state reason pep pep_detail pep_stated_at provider given_at
      checked_at expires_at`),
  },
  {
    table: 'data_exports',
    columns: words('user_id language'),
    topic: 'closing',
    basis: 'law',
    whose: MINE,
    atClosing: ERASE,
    exported: words('requested_at state ready_at expires_at bytes sha256'),
  },
  ...KEPT_DATA,
];
