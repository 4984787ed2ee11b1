// The rules of sign-up in the specification's order and words (Customer spec, section 5; decision 15), one table per
// field. The form and the server run this same table; the first failing rule of a field speaks for the field.

import { COMMON_PASSWORDS } from './common-passwords.ts';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './limits.ts';
import {
  charactersOf,
  isEmail,
  normaliseFullName,
  normalisePhone,
  PHONE_MAX_DIGITS,
  PHONE_MIN_DIGITS,
} from './personal-details.ts';

export const FULL_NAME_MIN_CHARACTERS = 2;
export const FULL_NAME_MAX_CHARACTERS = 99;
/** A person needs longer than this for six fields; a form sent sooner was not filled in by one. */
export const SIGN_UP_MIN_FILL_MS = 1_000;

export type SignUpFields = {
  readonly fullName: string;
  readonly phone: string;
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly acceptTerms: boolean;
};
export type SignUpField = keyof SignUpFields;

export type RuleProblem = { readonly code: string; readonly message: string };
export type SignUpProblem = RuleProblem & { readonly field: SignUpField };

type Rule = RuleProblem & {
  /** True when the rule holds. It may assume that the rules before it hold. */
  readonly holds: (fields: SignUpFields) => boolean;
};

const FULL_NAME_RULES: readonly Rule[] = [
  {
    code: 'fullNameRequired',
    message: 'Please enter your full name',
    holds: ({ fullName }) => normaliseFullName(fullName) !== '',
  },
  {
    code: 'fullNameTooShort',
    message: 'Full name must be at least 2 characters long',
    holds: ({ fullName }) => charactersOf(normaliseFullName(fullName)) >= FULL_NAME_MIN_CHARACTERS,
  },
  {
    code: 'fullNameTooLong',
    message: 'Full name must be less than 100 characters',
    holds: ({ fullName }) => charactersOf(normaliseFullName(fullName)) <= FULL_NAME_MAX_CHARACTERS,
  },
];

const PHONE_RULES: readonly Rule[] = [
  {
    code: 'phoneRequired',
    message: 'Please enter your phone number',
    holds: ({ phone }) => phone.trim() !== '',
  },
  {
    code: 'phoneTooShort',
    message: 'Phone number must be at least 10 digits',
    holds: ({ phone }) => normalisePhone(phone).length >= PHONE_MIN_DIGITS,
  },
  {
    code: 'phoneTooLong',
    message: 'Phone number must be less than 15 digits',
    holds: ({ phone }) => normalisePhone(phone).length <= PHONE_MAX_DIGITS,
  },
];

const EMAIL_RULES: readonly Rule[] = [
  {
    code: 'invalidEmail',
    message: 'Please enter a valid email address',
    holds: ({ email }) => isEmail(email),
  },
];

const PASSWORD_RULES: readonly Rule[] = [
  {
    code: 'passwordTooShort',
    message: 'Password must be at least 8 characters long',
    holds: ({ password }) => charactersOf(password) >= PASSWORD_MIN_CHARACTERS,
  },
  {
    code: 'passwordTooLong',
    message: 'Password must be at most 256 characters long',
    holds: ({ password }) => charactersOf(password) <= PASSWORD_MAX_CHARACTERS,
  },
  {
    code: 'passwordNeedsLettersAndNumbers',
    message: 'Password must contain both letters and numbers',
    holds: ({ password }) => /\p{L}/u.test(password) && /\p{Nd}/u.test(password),
  },
  {
    code: 'passwordTooCommon',
    message: 'This password is too common. Please choose another one',
    holds: ({ password }) => !COMMON_PASSWORDS.has(password.toLowerCase()),
  },
];

const CONFIRM_PASSWORD_RULES: readonly Rule[] = [
  {
    code: 'passwordMismatch',
    message: 'Passwords do not match',
    holds: ({ password, confirmPassword }) => password === confirmPassword,
  },
];

const ACCEPT_TERMS_RULES: readonly Rule[] = [
  {
    code: 'termsRequired',
    message: 'You must accept the terms and conditions',
    holds: ({ acceptTerms }) => acceptTerms,
  },
];

/** Field by field in the specification's order. */
const SIGN_UP_RULES: readonly (readonly [SignUpField, readonly Rule[]])[] = [
  ['fullName', FULL_NAME_RULES],
  ['phone', PHONE_RULES],
  ['email', EMAIL_RULES],
  ['password', PASSWORD_RULES],
  ['confirmPassword', CONFIRM_PASSWORD_RULES],
  ['acceptTerms', ACCEPT_TERMS_RULES],
];

/** Every field's first failing rule, in the specification's order; empty when the form is good. */
export function checkSignUp(fields: SignUpFields): readonly SignUpProblem[] {
  return SIGN_UP_RULES.flatMap(([field, rules]) => {
    const broken = rules.find((rule) => !rule.holds(fields));
    return broken === undefined ? [] : [{ field, code: broken.code, message: broken.message }];
  });
}

const NO_FIELDS: SignUpFields = {
  fullName: '',
  phone: '',
  email: '',
  password: '',
  confirmPassword: '',
  acceptTerms: false,
};

/** The first failing rule of a name alone: the profile takes the same names as sign-up. */
export function checkFullName(fullName: string): RuleProblem | null {
  const broken = FULL_NAME_RULES.find((rule) => !rule.holds({ ...NO_FIELDS, fullName }));
  return broken === undefined ? null : { code: broken.code, message: broken.message };
}

/** The first failing rule of a password alone: a new one keeps the rules of sign-up. */
export function checkNewPassword(password: string): RuleProblem | null {
  const broken = PASSWORD_RULES.find((rule) => !rule.holds({ ...NO_FIELDS, password }));
  return broken === undefined ? null : { code: broken.code, message: broken.message };
}

/** A change needs the current password and one that is not the same again. */
export function checkPasswordChange(fields: {
  readonly currentPassword: string;
  readonly newPassword: string;
}): readonly (RuleProblem & { readonly field: 'currentPassword' | 'newPassword' })[] {
  const { currentPassword, newPassword } = fields;
  const missing = { code: 'passwordRequired', message: 'Please enter your password' };
  const same = { code: 'passwordUnchanged', message: 'Please choose a password you are not using already' };
  const broken = checkNewPassword(newPassword) ?? (newPassword === currentPassword ? same : null);
  return [
    ...(currentPassword === '' ? [{ field: 'currentPassword' as const, ...missing }] : []),
    ...(broken === null ? [] : [{ field: 'newPassword' as const, ...broken }]),
  ];
}

/** E-mail and password are required at sign-in; everything else is decided by whether they fit (section 5). */
export function checkSignIn(fields: { readonly email: string; readonly password: string }) {
  return [
    ...(fields.email.trim() === ''
      ? [{ field: 'email', code: 'emailRequired', message: 'Please enter your email address' }]
      : []),
    ...(fields.password === ''
      ? [{ field: 'password', code: 'passwordRequired', message: 'Please enter your password' }]
      : []),
  ];
}

/**
 * The bot check of the form: a field no person sees stays empty, and nobody fills six fields in under a second.
 * Both signals are optional, so that another client than our form may sign up too; limits hold for all.
 */
export function checkBotSignals(form: { readonly website: string; readonly filledInMs: number | null }) {
  if (form.website !== '') {
    return [{ field: 'website', code: 'mustStayEmpty', message: 'Please leave this field empty' }];
  }
  if (form.filledInMs !== null && !(form.filledInMs >= SIGN_UP_MIN_FILL_MS)) {
    return [
      { field: 'filledInMs', code: 'sentTooSoon', message: 'Please wait a moment and send the form again' },
    ];
  }
  return [];
}
