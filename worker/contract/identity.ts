// /api/identity: who the signed-in customer is, as far as it is known, what that allows, and what comes next.
// A document is the raw body of POST /api/identity/documents?kind=...; what it is, its bytes say.

import * as v from 'valibot';
import { normaliseMessage } from '../domain/contact-rules.ts';
import {
  APPEAL_MAX_CHARACTERS,
  APPEAL_MIN_CHARACTERS,
  birthDateProblem,
  DOCUMENT_KINDS,
  documentNameProblem,
  IDENTITY_KINDS,
  IDENTITY_STATES,
  LEVELS,
  PEP_DETAIL_MAX_CHARACTERS,
  readIdentityNumber,
} from '../domain/identity.ts';
import { normaliseFullName } from '../domain/personal-details.ts';
import { atLeast, flag, rules, text } from './form-fields.ts';
import { Cents, IsoTime } from './money.ts';

export const LevelField = v.picklist(LEVELS);

const kind = v.optional(v.fallback(v.picklist(IDENTITY_KINDS), 'cpf'), 'cpf');

const pepProblem = (isPep: boolean, detail: string) => {
  const { length } = detail.trim();
  if (length > PEP_DETAIL_MAX_CHARACTERS) return 'pepDetail';
  return isPep && length === 0 ? 'pepDetail' : null;
};
const pepOf = (isPep: boolean, detail: string) => ({ isPep, detail: isPep ? detail.trim() : null });

/** `birthDate`: YYYY-MM-DD. `pep`: the customer says to be a politically exposed person, and in which office. */
export const IdentityRequest = v.pipe(
  v.object({
    kind,
    country: text,
    number: text,
    fullName: text,
    birthDate: text,
    pep: flag,
    pepDetail: text,
  }),
  rules(({ kind: of, country, number, fullName, birthDate, pep, pepDetail }) => ({
    country: of === 'cpf' || (/^[A-Z]{2}$/u.test(country) && country !== 'BR') ? null : 'country',
    number: isNumber(of, country, number) ? null : of === 'cpf' ? 'cpf' : 'passport',
    fullName: documentNameProblem(fullName),
    birthDate: birthDateProblem(birthDate, Date.now()),
    pepDetail: pepProblem(pep, pepDetail),
  })),
  v.transform(({ kind: of, country, number, fullName, birthDate, pep, pepDetail }) => ({
    // The rules above have found it to be one.
    identity: readIdentityNumber({ kind: of, country: of === 'cpf' ? 'BR' : country, number }) ?? {
      kind: of,
      country,
      number,
    },
    fullName: normaliseFullName(fullName),
    birthDate,
    pep: pepOf(pep, pepDetail),
  })),
);
export type IdentityRequest = v.InferOutput<typeof IdentityRequest>;

/** A country that is none has a problem of its own. */
function isNumber(of: 'cpf' | 'passport', country: string, number: string): boolean {
  const place = of === 'cpf' ? 'BR' : /^[A-Z]{2}$/u.test(country) && country !== 'BR' ? country : 'US';
  return readIdentityNumber({ kind: of, country: place, number }) !== null;
}

export const PepStatement = v.pipe(
  v.object({ pep: flag, pepDetail: text }),
  rules(({ pep, pepDetail }) => ({ pepDetail: pepProblem(pep, pepDetail) })),
  v.transform(({ pep, pepDetail }) => pepOf(pep, pepDetail)),
);
export type PepStatement = v.InferOutput<typeof PepStatement>;

export const DocumentQuery = v.object({ kind: v.picklist(DOCUMENT_KINDS) });
export type DocumentQuery = v.InferOutput<typeof DocumentQuery>;

export const DocumentsSubmission = v.object({ level: v.picklist([2, 3]) });
export type DocumentsSubmission = v.InferOutput<typeof DocumentsSubmission>;

export const Appeal = v.object({
  text: v.pipe(
    v.string(),
    v.maxLength(2 * APPEAL_MAX_CHARACTERS),
    v.transform(normaliseMessage),
    atLeast(APPEAL_MIN_CHARACTERS, 'appealText'),
    v.maxLength(APPEAL_MAX_CHARACTERS, 'appealText'),
  ),
});
export type Appeal = v.InferOutput<typeof Appeal>;

export const IdentityDocument = v.object({
  id: v.string(),
  kind: v.picklist(DOCUMENT_KINDS),
  bytes: v.number(),
  uploadedAt: IsoTime,
  /** Null: not handed in yet; until then the customer may remove it. */
  submittedAt: v.nullable(IsoTime),
});
export type IdentityDocument = v.InferOutput<typeof IdentityDocument>;

export const IdentityOverview = v.object({
  level: LevelField,
  /** Null: nothing was given yet. */
  identity: v.nullable(
    v.object({
      kind: v.picklist(IDENTITY_KINDS),
      country: v.string(),
      masked: v.string(),
      state: v.picklist(IDENTITY_STATES),
      /** The level that the state is about. */
      asks: LevelField,
      /** A word of CHECK_REFUSALS, LISTED, or the operators' sentence. */
      reason: v.nullable(v.string()),
      /** The check was the sandbox's: a test, which asked nobody. */
      isTest: v.boolean(),
      pep: v.object({ isPep: v.boolean(), detail: v.nullable(v.string()), statedAt: IsoTime }),
      checkedAt: v.nullable(IsoTime),
      expiresAt: v.nullable(IsoTime),
    }),
  ),
  /** Whether a check of this deployment would be a test. */
  testCheck: v.boolean(),
  emailConfirmed: v.boolean(),
  documents: v.array(IdentityDocument),
  deposits: v.object({
    usedCents: Cents,
    windowDays: v.number(),
    /** Below this, in US cents at the rate of now, R$ 10,000: the sum from which level 2 is needed. */
    registerCents: Cents,
    /** Null: no rate is known, and the sum above is that of level 0. */
    usdBrlE4: v.nullable(v.number()),
    /** What each level may deposit within the days; null: agreed. The own one, where it was agreed, is the agreed sum. */
    levels: v.array(v.object({ level: LevelField, maxCents: v.nullable(Cents) })),
  }),
});
export type IdentityOverview = v.InferOutput<typeof IdentityOverview>;
