// What crosses the wire about accounts: sign-up, sign-in, profile and settings. The rules themselves are in
// worker/domain/sign-up-rules.ts; these schemas run them in their order and hand on the normalised values.

import * as v from 'valibot';
import { CURRENCIES, LANGUAGES, PLATFORMS, THEMES } from '../domain/settings-rules.ts';
import {
  checkBotSignals,
  checkFullName,
  checkSignIn,
  checkSignUp,
  normaliseEmail,
  normaliseFullName,
  normalisePhone,
  PHONE_MAX_DIGITS,
} from '../domain/sign-up-rules.ts';

/** A missing field, or one of a wrong type, counts as empty: the rule for empty fields then speaks for it. */
const text = v.optional(v.fallback(v.string(), ''), '');
const flag = v.optional(v.fallback(v.boolean(), false), false);

type FieldRule = { readonly field: string; readonly code: string; readonly message: string };

/** Reports problems in the order given, each under its own field, as `code: message` (see http/validate.ts). */
function reportAll<Input extends Record<string, unknown>>(check: (input: Input) => readonly FieldRule[]) {
  return v.rawCheck<Input>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const { field, code, message } of check(dataset.value)) {
      const value = dataset.value[field];
      addIssue({
        message: `${code}: ${message}`,
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: field, value }],
      });
    }
  });
}

export const SignUp = v.pipe(
  v.object({
    fullName: text,
    phone: text,
    email: text,
    password: text,
    confirmPassword: text,
    acceptTerms: flag,
    /** The page's language; it becomes the account's (decision 18). */
    language: v.optional(v.fallback(v.picklist(LANGUAGES), 'pt-BR'), 'pt-BR'),
    /** A field no person sees; whoever fills it in is not one. */
    website: text,
    /** How long the form was open, if the form says so. */
    filledInMs: v.optional(v.fallback(v.nullable(v.number()), null), null),
  }),
  reportAll((form) => [...checkSignUp(form), ...checkBotSignals(form)]),
  v.transform(({ fullName, phone, email, password, language }) => ({
    fullName: normaliseFullName(fullName),
    phone: normalisePhone(phone),
    email: normaliseEmail(email),
    password,
    language,
  })),
);
export type SignUp = v.InferOutput<typeof SignUp>;

export const SignIn = v.pipe(
  v.object({ email: text, password: text, phone: text, remember: flag }),
  reportAll((form) => checkSignIn(form)),
  v.transform(({ email, password, phone, remember }) => ({
    email: normaliseEmail(email),
    password,
    // Optional, and only kept in the sign-in notice (decision 15).
    phone: normalisePhone(phone).slice(0, PHONE_MAX_DIGITS),
    remember,
  })),
);
export type SignIn = v.InferOutput<typeof SignIn>;

export const Profile = v.object({
  id: v.string(),
  email: v.string(),
  fullName: v.string(),
  phone: v.string(),
  tier: v.picklist(['standard', 'premium']),
  isAdmin: v.boolean(),
  hasClaimedBonus: v.boolean(),
  createdAt: v.string(),
});
export type Profile = v.InferOutput<typeof Profile>;

export const ProfileChange = v.pipe(
  v.object({ fullName: text }),
  reportAll(({ fullName }) => {
    const broken = checkFullName(fullName);
    return broken === null ? [] : [{ field: 'fullName', ...broken }];
  }),
  v.transform(({ fullName }) => ({ fullName: normaliseFullName(fullName) })),
);
export type ProfileChange = v.InferOutput<typeof ProfileChange>;

export const Settings = v.object({
  notificationEmail: v.boolean(),
  notificationSms: v.boolean(),
  notificationPush: v.boolean(),
  platform: v.picklist(PLATFORMS),
  theme: v.picklist(THEMES),
  language: v.picklist(LANGUAGES),
  currency: v.picklist(CURRENCIES),
});
export type Settings = v.InferOutput<typeof Settings>;
