// /api/admin/contacts: the messages of the contact form as work for operators of tier premium.

import * as v from 'valibot';
import { normaliseMessage } from '../../domain/contact-rules.ts';
import {
  ANSWER_MAX_CHARACTERS,
  CONTACT_CHANGES,
  CONTACT_STATES,
  CONTACT_TEMPLATES,
} from '../../domain/contacts.ts';
import { TIME_CURSOR } from '../../domain/cursors.ts';
import { LANGUAGES } from '../../domain/settings-rules.ts';
import { IsoTime } from '../money.ts';
import { cursor, nextCursor, pageLimit, timeBounds } from '../page.ts';

export const CONTACT_SEARCH_MAX_CHARACTERS = 100;
export const CONTACTS_PAGE = 50;
const CONTACTS_PAGE_MAX = 200;

export const ContactsQuery = v.object({
  state: v.optional(v.picklist(CONTACT_STATES)),
  /** Complaints alone: those that wait first, in the order in which they are due. */
  kind: v.optional(v.literal('complaint')),
  /** Taken by the caller, or by nobody. */
  owner: v.optional(v.picklist(['me', 'nobody'])),
  /** Part of the e-mail, the name, the subject or the number of a complaint. */
  search: v.optional(v.pipe(v.string(), v.maxLength(CONTACT_SEARCH_MAX_CHARACTERS), v.trim()), ''),
  ...timeBounds,
  limit: pageLimit(CONTACTS_PAGE, CONTACTS_PAGE_MAX),
  cursor: cursor(TIME_CURSOR),
});
export type ContactsQuery = v.InferOutput<typeof ContactsQuery>;

const row = {
  id: v.string(),
  state: v.picklist(CONTACT_STATES),
  /** The operator who has taken it. */
  owner: v.nullable(v.object({ id: v.string(), email: v.string() })),
  sentAt: IsoTime,
  name: v.string(),
  email: v.string(),
  subject: v.string(),
  /** What it is about; of the form's list, or empty. */
  inquiry: v.string(),
  /** The account with this e-mail, if there is one. */
  customerId: v.nullable(v.string()),
  /** Of a complaint: its number, and until when it is answered. */
  complaint: v.nullable(v.object({ number: v.string(), dueAt: IsoTime })),
};

export const ContactSummary = v.object(row);
export type ContactSummary = v.InferOutput<typeof ContactSummary>;
export const ContactsPage = v.object({ contacts: v.array(ContactSummary), nextCursor });
export type ContactsPage = v.InferOutput<typeof ContactsPage>;

export const ContactDetails = v.object({
  ...row,
  /** What a change must name. */
  revision: v.number(),
  phone: v.nullable(v.string()),
  /** As it was written, with its line breaks. */
  message: v.string(),
  /** Of the page that it was written on; answers are in it. */
  language: v.picklist(LANGUAGES),
  answers: v.array(
    v.object({
      id: v.string(),
      at: IsoTime,
      by: v.string(),
      body: v.string(),
      language: v.picklist(LANGUAGES),
    }),
  ),
  /** In the language of the message. */
  templates: v.array(v.object({ id: v.picklist(CONTACT_TEMPLATES), body: v.string() })),
});
export type ContactDetails = v.InferOutput<typeof ContactDetails>;

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** PATCH /api/admin/contacts/:id -> ContactDetails. `take` also takes it from another operator. */
export const ContactChangeRequest = v.object({ change: v.picklist(CONTACT_CHANGES), revision });
export type ContactChangeRequest = v.InferOutput<typeof ContactChangeRequest>;

/** POST /api/admin/contacts/:id/answers -> ContactDetails. The same `id` again sends nothing again. */
export const ContactAnswer = v.object({
  id: v.pipe(v.string(), v.uuid()),
  revision,
  body: v.pipe(
    v.string(),
    v.maxLength(2 * ANSWER_MAX_CHARACTERS),
    v.transform(normaliseMessage),
    v.minLength(1),
    v.maxLength(ANSWER_MAX_CHARACTERS),
  ),
});
export type ContactAnswer = v.InferOutput<typeof ContactAnswer>;
