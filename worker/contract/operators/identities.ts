// /api/admin/identities: the work of compliance. The list shows what pages show; who somebody is, and the papers, open with a line in
// the audit log, for ten minutes.

import * as v from 'valibot';
import { TIME_CURSOR } from '../../domain/cursors.ts';
import { REASON_MAX_CHARACTERS, REASON_MIN_CHARACTERS } from '../../domain/customers.ts';
import { IDENTITY_KINDS, IDENTITY_STATES, IDENTITY_STEPS } from '../../domain/identity.ts';
import { AMOUNT_MAX_CENTS } from '../../domain/limits.ts';
import { atLeast, readable, text } from '../form-fields.ts';
import { IdentityDocument, LevelField } from '../identity.ts';
import { Cents, IsoTime } from '../money.ts';
import { cursor, nextCursor, pageLimit } from '../page.ts';

export const IDENTITIES_PAGE = 50;
const IDENTITIES_PAGE_MAX = 200;
export const IDENTITY_SEARCH_MAX_CHARACTERS = 100;

export const IdentitiesQuery = v.object({
  /** `queue`: what waits for a decision, appeals first, then who waits longest. Otherwise the last step first. */
  state: v.optional(v.picklist(['queue', 'all', ...IDENTITY_STATES]), 'queue'),
  /** Part of the e-mail or the name of the account. */
  search: v.optional(v.pipe(v.string(), v.maxLength(IDENTITY_SEARCH_MAX_CHARACTERS), v.trim()), ''),
  limit: pageLimit(IDENTITIES_PAGE, IDENTITIES_PAGE_MAX),
  cursor: cursor(TIME_CURSOR),
});
export type IdentitiesQuery = v.InferOutput<typeof IdentitiesQuery>;

const row = {
  userId: v.string(),
  email: v.string(),
  fullName: v.string(),
  level: LevelField,
  state: v.picklist(IDENTITY_STATES),
  asks: LevelField,
  kind: v.picklist(IDENTITY_KINDS),
  country: v.string(),
  masked: v.string(),
  isPep: v.boolean(),
  /** It waits because a list of sanctions or the like may have this customer. */
  isListed: v.boolean(),
  /** Checked by the sandbox: a test, which asked nobody. */
  isTest: v.boolean(),
  updatedAt: IsoTime,
};
export const IdentitySummary = v.object(row);
export type IdentitySummary = v.InferOutput<typeof IdentitySummary>;
export const IdentitiesPage = v.object({ identities: v.array(IdentitySummary), nextCursor });
export type IdentitiesPage = v.InferOutput<typeof IdentitiesPage>;

/** POST /api/admin/identities/:userId/views: the opening, as logged. */
export const IdentityView = v.object({ openedAt: IsoTime, until: IsoTime });
export type IdentityView = v.InferOutput<typeof IdentityView>;

export const IdentityDetails = v.object({
  ...row,
  /** What a decision must name. */
  revision: v.number(),
  reason: v.nullable(v.string()),
  /** As given; null where it was erased. */
  given: v.nullable(v.object({ number: v.string(), fullName: v.string(), birthDate: v.string() })),
  pep: v.object({ isPep: v.boolean(), detail: v.nullable(v.string()), statedAt: IsoTime }),
  provider: v.nullable(v.string()),
  providerReference: v.nullable(v.string()),
  checks: v.number(),
  checkedAt: v.nullable(IsoTime),
  expiresAt: v.nullable(IsoTime),
  agreed: v.nullable(v.object({ depositCents: Cents, withdrawalCents: Cents })),
  depositedCents: Cents,
  documents: v.array(IdentityDocument),
  steps: v.array(
    v.object({
      id: v.string(),
      step: v.picklist(IDENTITY_STEPS),
      by: v.picklist(['customer', 'provider', 'operator', 'house']),
      /** The operator's e-mail. */
      operator: v.nullable(v.string()),
      fromLevel: LevelField,
      toLevel: LevelField,
      detail: v.nullable(v.string()),
      at: IsoTime,
    }),
  ),
  until: IsoTime,
  /** The calling operator refused what is appealed, or it is his own: another one decides. */
  othersDecide: v.boolean(),
});
export type IdentityDetails = v.InferOutput<typeof IdentityDetails>;

const Agreed = v.nullable(v.pipe(Cents, v.maxValue(AMOUNT_MAX_CENTS)));

/**
 * POST /api/admin/identities/:userId/decisions -> IdentityDetails. `reason` goes to the customer where it refuses or asks for more.
 * Level 3 names the sums that were agreed.
 */
export const IdentityDecision = v.object({
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  decision: v.picklist(['approve', 'ask', 'refuse']),
  reason: v.pipe(
    text,
    v.trim(),
    v.maxLength(REASON_MAX_CHARACTERS),
    atLeast(REASON_MIN_CHARACTERS, 'reasonRequired'),
    readable,
  ),
  depositCents: v.optional(Agreed, null),
  withdrawalCents: v.optional(Agreed, null),
});
export type IdentityDecision = v.InferOutput<typeof IdentityDecision>;
