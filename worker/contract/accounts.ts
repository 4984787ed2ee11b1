// What crosses the wire about accounts: sign-up, sign-in and profile. The rules themselves are in
// worker/domain/sign-up-rules.ts; these schemas run them in their order and hand on the normalised values.

import * as v from 'valibot';
import { LANGUAGES } from '../domain/settings-rules.ts';
import {
  normaliseEmail,
  normaliseFullName,
  normalisePhone,
  PHONE_MAX_DIGITS,
} from '../domain/personal-details.ts';
import { checkBotSignals, checkFullName, checkSignIn, checkSignUp } from '../domain/sign-up-rules.ts';
import { flag, reportAll, text } from './form-fields.ts';

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

export const ProfileChange = v.pipe(
  v.object({ fullName: text }),
  reportAll(({ fullName }) => {
    const broken = checkFullName(fullName);
    return broken === null ? [] : [{ field: 'fullName', ...broken }];
  }),
  v.transform(({ fullName }) => ({ fullName: normaliseFullName(fullName) })),
);
export type ProfileChange = v.InferOutput<typeof ProfileChange>;
