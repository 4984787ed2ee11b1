// A visitor's message, and an e-mail address for the newsletter. The rules are in worker/domain/contact-rules.ts.
// `website` is hidden from people. A robot that fills it in gets the usual reply, so that it does not notice.

import * as v from 'valibot';
import { contactProblems, emailProblem, type Inquiry, normaliseMessage } from '../domain/contact-rules.ts';
import { normaliseEmail, normaliseFullName, normalisePhone } from '../domain/personal-details.ts';
import { LANGUAGES } from '../domain/settings-rules.ts';
import { IsoTime } from './money.ts';
import { rules, text } from './form-fields.ts';

export const ContactMessage = v.pipe(
  v.object({
    name: text,
    email: text,
    phone: text,
    subject: text,
    inquiry: v.optional(v.fallback(v.string(), ''), 'general' satisfies Inquiry),
    message: text,
    /** The page's language: the answer is written in it. */
    language: v.optional(v.fallback(v.picklist(LANGUAGES), 'pt-BR'), 'pt-BR'),
    website: text,
  }),
  rules((form) => (form.website === '' ? contactProblems(form) : {})),
  v.transform(({ name, email, phone, subject, inquiry, message, language, website }) => ({
    name: normaliseFullName(name),
    email: normaliseEmail(email),
    phone: normalisePhone(phone),
    subject: normaliseFullName(subject),
    inquiry: inquiry as Inquiry,
    message: normaliseMessage(message),
    language,
    trapped: website !== '',
  })),
);
export type ContactMessage = v.InferOutput<typeof ContactMessage>;

export const ContactReceipt = v.object({
  id: v.string(),
  /** Of a complaint: what to quote, and until when it is answered. */
  complaint: v.optional(v.object({ number: v.string(), dueAt: IsoTime })),
});
export type ContactReceipt = v.InferOutput<typeof ContactReceipt>;

export const Subscription = v.pipe(
  v.object({
    email: text,
    /** The page's language: the newsletter is sent in it. */
    language: v.optional(v.fallback(v.picklist(LANGUAGES), 'pt-BR'), 'pt-BR'),
    website: text,
  }),
  rules(({ email, website }) => ({ email: website === '' ? emailProblem(email) : null })),
  v.transform(({ email, language, website }) => ({
    email: normaliseEmail(email),
    language,
    trapped: website !== '',
  })),
);
export type Subscription = v.InferOutput<typeof Subscription>;
