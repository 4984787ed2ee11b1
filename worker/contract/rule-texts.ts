// The English text of every named rule, by its code. A schema gives the code as an issue's message; http/validate.ts
// answers with the code and this text. The page has its own texts by code, so this table is in no page's code.

import { REFINER_MAX_CHARACTERS, REFINER_MIN_CHARACTERS, SERIAL_MAX_CHARACTERS } from '../domain/bars.ts';
import {
  CONTACT_NAME_MAX_CHARACTERS,
  MESSAGE_MAX_CHARACTERS,
  SUBJECT_MAX_CHARACTERS,
} from '../domain/contact-rules.ts';
import {
  ADULT_YEARS,
  APPEAL_MAX_CHARACTERS,
  APPEAL_MIN_CHARACTERS,
  PEP_DETAIL_MAX_CHARACTERS,
} from '../domain/identity.ts';
import { INCIDENT_TEXT_MAX, INCIDENT_TEXT_MIN } from '../domain/incident.ts';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../domain/limits.ts';
import { PHONE_MAX_DIGITS, PHONE_MIN_DIGITS } from '../domain/personal-details.ts';
import { FULL_NAME_MAX_CHARACTERS, FULL_NAME_MIN_CHARACTERS } from '../domain/sign-up-rules.ts';

export const RULE_TEXTS = {
  // The operators' banner.
  incidentText: `The text has ${INCIDENT_TEXT_MIN} to ${INCIDENT_TEXT_MAX} characters, all of them visible`,
  incidentTimes: 'The banner ends after it begins, in the future, within 14 days',
  // Account forms (C5).
  fullNameRequired: 'Please enter your full name',
  fullNameTooShort: `Full name must be at least ${FULL_NAME_MIN_CHARACTERS} characters long`,
  fullNameTooLong: `Full name must be less than ${FULL_NAME_MAX_CHARACTERS + 1} characters`,
  phoneRequired: 'Please enter your phone number',
  phoneTooShort: `Phone number must be at least ${PHONE_MIN_DIGITS} digits`,
  phoneTooLong: `Phone number must be less than ${PHONE_MAX_DIGITS + 1} digits`,
  emailRequired: 'Please enter your email address',
  invalidEmail: 'Please enter a valid email address',
  passwordRequired: 'Please enter your password',
  passwordTooShort: `Password must be at least ${PASSWORD_MIN_CHARACTERS} characters long`,
  passwordTooLong: `Password must be at most ${PASSWORD_MAX_CHARACTERS} characters long`,
  passwordNeedsLettersAndNumbers: 'Password must contain both letters and numbers',
  passwordTooCommon: 'This password is common or easy to guess. Please choose another one',
  passwordMismatch: 'Passwords do not match',
  passwordUnchanged: 'Please choose a password you are not using already',
  termsRequired: 'You must accept the terms and conditions',
  mustStayEmpty: 'Please leave this field empty',
  sentTooSoon: 'Please wait a moment and send the form again',
  passkeyName: 'Please enter a name of up to 60 characters.',

  // Contact form and newsletter (C5).
  nameRequired: 'Please enter your name',
  nameTooLong: `Name must be less than ${CONTACT_NAME_MAX_CHARACTERS + 1} characters`,
  subjectRequired: 'Please enter a subject',
  subjectTooLong: `Subject must be at most ${SUBJECT_MAX_CHARACTERS} characters`,
  inquiryUnknown: 'Please choose one of the listed topics',
  messageRequired: 'Please enter your message',
  messageTooLong: `Message must be at most ${MESSAGE_MAX_CHARACTERS} characters`,

  // Who a customer is.
  cpf: 'Please enter a valid CPF: eleven digits',
  passport: 'Please enter the passport number: 5 to 20 letters and digits',
  country: 'Please choose the country of the passport. Who has a CPF gives the CPF',
  documentName: 'Please enter your full name as it is on the document',
  birthDateInvalid: 'Please enter a valid date of birth',
  tooYoung: `You must be at least ${ADULT_YEARS} years old`,
  pepDetail: `Please say which office, in at most ${PEP_DETAIL_MAX_CHARACTERS} characters`,
  appealText: `Please say why, in ${APPEAL_MIN_CHARACTERS} to ${APPEAL_MAX_CHARACTERS} characters`,

  // Where money goes to.
  pixEmail: 'Please enter the e-mail address that is the key: 77 characters at most',
  pixPhone: 'Please enter the mobile number that is the key, with its area code',
  pixRandom: 'Please enter the random key: 32 digits and letters from a to f in five groups',
  bankCode: 'Please enter the three digits of the bank, or the eight of its ISPB',
  bankBranch: 'Please enter the branch: up to four digits, without the check digit',
  bankNumber: 'Please enter the account number with its check digit',
  iban: 'Please enter a valid IBAN',
  bic: 'Please enter the BIC of the bank: 8 or 11 letters and digits',

  // Storage.
  calendarDay: 'Name a day of the calendar as YYYY-MM-DD.',
  calendarMonth: 'Name a month of the calendar as YYYY-MM.',

  // Trading and alerts.
  metalNotTraded: 'Only gold and silver can be traded.',
  oneAmount: 'Name exactly one of ouncesE4, totalCents and max.',
  targetPrice: 'Enter a target price above zero and up to 1,000,000.00 US dollars.',

  // Operators.
  evidenceRequired: 'Please name the evidence: a line of the bank statement, the number of the case.',
  reasonRequired: 'Please say why. The reason is kept in the audit log.',
  rolesRequired: 'Please choose at least one role',
  barRefiner: `Please enter the refiner, in ${REFINER_MIN_CHARACTERS} to ${REFINER_MAX_CHARACTERS} letters and digits`,
  barSerial: `Please enter the serial number: letters and digits, ${SERIAL_MAX_CHARACTERS} at most`,
  barAssay: 'Gold has a fineness of 995.0 to 999.9 parts per thousand, silver of 999.0 to 999.9',
  barWeight: 'A gold bar has 350 to 430 fine troy ounces, a silver bar weighs 750 to 1,100',
  barStep: 'Gold bars are weighed in steps of 0.025 troy ounces, silver bars in steps of 0.1',
  reason: 'Give a reason of 3 to 200 characters.',
  altTextRequired: 'Please select a card and provide alt text',
  cardOfPage: 'Please select a card and provide alt text',
} as const;

export type RuleCode = keyof typeof RULE_TEXTS;

export const isRuleCode = (code: string): code is RuleCode => Object.hasOwn(RULE_TEXTS, code);
