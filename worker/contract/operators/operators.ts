// /api/admin/operators and /api/admin/proposals: who runs the product, and what one operator proposes for another to decide.

import * as v from 'valibot';
import { TIME_CURSOR } from '../../domain/cursors.ts';
import { REASON_MAX_CHARACTERS, REASON_MIN_CHARACTERS } from '../../domain/customers.ts';
import { EVIDENCE_MAX_CHARACTERS, EVIDENCE_MIN_CHARACTERS } from '../../domain/deposit-work.ts';
import {
  EMAIL_PROPOSALS,
  OPERATOR_PROPOSAL_STATES,
  PLAIN_PROPOSALS,
  PROPOSAL_KINDS,
  ROLE_PROPOSALS,
} from '../../domain/operator-proposals.ts';
import { IDENTITY_KINDS, LEVELS } from '../../domain/identity.ts';
import { OPERATOR_ROLES } from '../../domain/operator-roles.ts';
import { isEmail, normaliseEmail } from '../../domain/personal-details.ts';
import { atLeast, readable, text } from '../form-fields.ts';
import { IsoTime } from '../money.ts';
import { cursor, nextCursor } from '../page.ts';
import type { RuleCode } from '../rule-texts.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const roles = v.array(v.picklist(OPERATOR_ROLES));

export const OperatorSummary = v.object({
  id: v.string(),
  email: v.string(),
  fullName: v.string(),
  status: v.picklist(['active', 'suspended']),
  tier: v.picklist(['standard', 'premium']),
  roles,
  secondFactors: v.object({ app: v.boolean(), passkeys: v.number() }),
  since: IsoTime,
  lastActiveAt: IsoTime,
  /** The calling operator, about whom others decide. */
  isSelf: v.boolean(),
});
export type OperatorSummary = v.InferOutput<typeof OperatorSummary>;

export const OperatorList = v.object({ operators: v.array(OperatorSummary) });
export type OperatorList = v.InferOutput<typeof OperatorList>;

/** What an operator shall be allowed to do. */
const terms = { roles, premium: v.boolean() };
export const OperatorTerms = v.object(terms);
export type OperatorTerms = v.InferOutput<typeof OperatorTerms>;

/** What every proposal says, whatever it is about. */
export const ProposalDecision = v.object({
  id: v.string(),
  state: v.picklist(OPERATOR_PROPOSAL_STATES),
  proposedBy: v.string(),
  proposedAt: IsoTime,
  expiresAt: IsoTime,
  reason: v.string(),
  decidedBy: v.nullable(v.string()),
  decidedAt: v.nullable(IsoTime),
  decisionNote: v.nullable(v.string()),
  /** The calling operator proposed it. */
  mine: v.boolean(),
  /** Open, and the calling operator may decide. */
  waitsForMe: v.boolean(),
});
export type ProposalDecision = v.InferOutput<typeof ProposalDecision>;

export const OperatorProposal = v.object({
  ...ProposalDecision.entries,
  kind: v.picklist(PROPOSAL_KINDS),
  subject: v.object({ id: v.string(), email: v.string(), fullName: v.string() }),
  /** Of a grant and of a change of roles. */
  terms: v.nullable(OperatorTerms),
  /** The new address, of a change of address. */
  email: v.nullable(v.string()),
});
export type OperatorProposal = v.InferOutput<typeof OperatorProposal>;

export const OperatorProposalsPage = v.object({ proposals: v.array(OperatorProposal), nextCursor });
export type OperatorProposalsPage = v.InferOutput<typeof OperatorProposalsPage>;

export const OperatorProposalsQuery = v.object({
  state: v.optional(v.picklist(['open', 'decided']), 'open'),
  cursor: cursor(TIME_CURSOR),
});
export type OperatorProposalsQuery = v.InferOutput<typeof OperatorProposalsQuery>;

export const proposalReason = v.pipe(
  text,
  v.trim(),
  v.maxLength(REASON_MAX_CHARACTERS),
  atLeast(REASON_MIN_CHARACTERS, 'reasonRequired'),
  readable,
);

/** Of what is proposed about money at a bank: what the evidence is called, and the reason. */
export const proposalEvidence = {
  reference: v.pipe(
    text,
    v.trim(),
    v.maxLength(EVIDENCE_MAX_CHARACTERS),
    atLeast(EVIDENCE_MIN_CHARACTERS, 'evidenceRequired'),
    readable,
  ),
  reason: proposalReason,
};

/** Each role once; an operator has one at least. */
const chosenRoles = v.pipe(
  roles,
  v.minLength(1, 'rolesRequired' satisfies RuleCode),
  v.maxLength(OPERATOR_ROLES.length),
  v.transform((chosen) => OPERATOR_ROLES.filter((role) => chosen.includes(role))),
);

export const ProposalRequest = v.variant('kind', [
  v.object({
    kind: v.picklist(ROLE_PROPOSALS),
    userId: id,
    roles: chosenRoles,
    /** Tier premium, which opens submissions and contact messages (P12). */
    premium: v.boolean(),
    reason: proposalReason,
  }),
  v.object({
    kind: v.picklist(EMAIL_PROPOSALS),
    userId: id,
    email: v.pipe(text, v.check(isEmail, 'invalidEmail' satisfies RuleCode), v.transform(normaliseEmail)),
    reason: proposalReason,
  }),
  v.object({ kind: v.picklist(PLAIN_PROPOSALS), userId: id, reason: proposalReason }),
]);
export type ProposalRequest = v.InferOutput<typeof ProposalRequest>;

/** As it was checked, or given, before the account was closed (P59). */
export const KnownIdentity = v.object({
  kind: v.picklist(IDENTITY_KINDS),
  country: v.string(),
  level: v.picklist(LEVELS),
  number: v.string(),
  fullName: v.string(),
  /** `YYYY-MM-DD`. */
  birthDate: v.string(),
});
export type KnownIdentity = v.InferOutput<typeof KnownIdentity>;

/** Who a closed account was. Answered once to the operator for whom it was opened. */
export const RetainedIdentityView = v.object({
  accountId: v.string(),
  fullName: v.string(),
  email: v.string(),
  phone: v.string(),
  known: v.nullable(KnownIdentity),
  /** The page hides it then. */
  shownUntil: IsoTime,
});
export type RetainedIdentityView = v.InferOutput<typeof RetainedIdentityView>;

export const ProposalApproval = v.object({
  note: v.pipe(text, v.trim(), v.maxLength(REASON_MAX_CHARACTERS), readable),
});
export const ProposalRejection = v.object({ note: proposalReason });
