// Requests about accounts: sign-up, sign-in and profile. The schemas run the rules of worker/domain/sign-up-rules.ts in
// their order and return normalised values.

import * as v from 'valibot';
import { LANGUAGES } from '../domain/settings-rules.ts';
import {
  isEmail,
  normaliseEmail,
  normaliseFullName,
  normalisePhone,
  PHONE_MAX_DIGITS,
} from '../domain/personal-details.ts';
import {
  fullNameProblem,
  isFilledTooSoon,
  newPasswordProblem,
  phoneProblem,
} from '../domain/sign-up-rules.ts';
import { flag, rules, text } from './form-fields.ts';

export const SignUp = v.pipe(
  v.object({
    fullName: text,
    phone: text,
    email: text,
    password: text,
    confirmPassword: text,
    acceptTerms: flag,
    /** The page's language; it becomes the account's (P18). */
    language: v.optional(v.fallback(v.picklist(LANGUAGES), 'pt-BR'), 'pt-BR'),
    /** Hidden from people: a filled field means a robot. Optional like `filledInMs`, so that other clients can sign up. */
    website: text,
    /** How long the form was open. */
    filledInMs: v.optional(v.fallback(v.nullable(v.number()), null), null),
  }),
  rules(({ fullName, phone, email, password, confirmPassword, acceptTerms, website, filledInMs }) => ({
    fullName: fullNameProblem(fullName),
    phone: phoneProblem(phone),
    email: isEmail(email) ? null : 'invalidEmail',
    password: newPasswordProblem(password),
    confirmPassword: password === confirmPassword ? null : 'passwordMismatch',
    acceptTerms: acceptTerms ? null : 'termsRequired',
    website: website === '' ? null : 'mustStayEmpty',
    filledInMs: website === '' && isFilledTooSoon(filledInMs) ? 'sentTooSoon' : null,
  })),
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
  // Everything else is decided by whether e-mail and password match (C5).
  rules(({ email, password }) => ({
    email: email.trim() === '' ? 'emailRequired' : null,
    password: password === '' ? 'passwordRequired' : null,
  })),
  v.transform(({ email, password, phone, remember }) => ({
    email: normaliseEmail(email),
    password,
    // Optional, and only kept in the sign-in notice (P15).
    phone: normalisePhone(phone).slice(0, PHONE_MAX_DIGITS),
    remember,
  })),
);
export type SignIn = v.InferOutput<typeof SignIn>;

export const ProfileChange = v.pipe(
  v.object({ fullName: text }),
  rules(({ fullName }) => ({ fullName: fullNameProblem(fullName) })),
  v.transform(({ fullName }) => ({ fullName: normaliseFullName(fullName) })),
);
export type ProfileChange = v.InferOutput<typeof ProfileChange>;

export const PhoneChange = v.pipe(
  v.object({ phone: text }),
  rules(({ phone }) => ({ phone: phoneProblem(phone) })),
  v.transform(({ phone }) => ({ phone: normalisePhone(phone) })),
);
export type PhoneChange = v.InferOutput<typeof PhoneChange>;
