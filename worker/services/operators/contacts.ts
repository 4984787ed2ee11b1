// Contact messages: an operator takes one, answers it by e-mail in the language it was written in, and closes it.

import type {
  ContactAnswer,
  ContactChangeRequest,
  ContactDetails,
  ContactsPage,
  ContactsQuery,
  ContactSummary,
} from '../../contract/operators/contacts.ts';
import { boundsOf } from '../../contract/page.ts';
import type { Refusal } from '../../contract/problems.ts';
import { type AuditActor, commitAudited } from '../../db/audit-log.ts';
import {
  type AnswerRow,
  answerStatements,
  type ContactMove,
  type ContactRow,
  findContact,
  listAnswers,
  listContacts,
  moveContactStatement,
} from '../../db/operators/contacts.ts';
import { mailToStrangerStatement } from '../../db/outbox.ts';
import type { AuditAction } from '../../domain/audit.ts';
import type { ContactChange } from '../../domain/contacts.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Language } from '../../domain/settings-rules.ts';
import { iso } from '../../domain/time.ts';
import { contactTemplates } from '../../mail/contact-answers.ts';
import type { Deps } from '../deps.ts';
import { deliverSoon } from '../deliver-mail.ts';
import { pageOf } from '../page.ts';

/** An operator with an account, who may own a message. */
export type Answerer = AuditActor & { readonly actorId: string };
type Known = Promise<Result<ContactDetails, Refusal<'NotFound' | 'ContactChanged'>>>;

export async function pageOfContacts(
  deps: Pick<Deps, 'db'>,
  operatorId: string,
  query: ContactsQuery,
): Promise<ContactsPage> {
  const filter = {
    state: query.state ?? null,
    complaintsOnly: query.kind === 'complaint',
    owner: query.owner === 'me' ? operatorId : (query.owner ?? null),
    search: query.search,
    ...boundsOf(query),
  };
  const rows = await listContacts(deps.db, filter, { after: query.cursor, limit: query.limit + 1 });
  const { items, nextCursor } = pageOf(rows, query.limit, (row) => [row.sortKey, row.id], summaryOf);
  return { contacts: items, nextCursor };
}

export async function oneContact({ db }: Pick<Deps, 'db'>, id: string): Known {
  const [row, answers] = await Promise.all([findContact(db, id), listAnswers(db, id)]);
  return row === null ? err({ code: 'NotFound' }) : ok(detailsOf(row, answers));
}

const ACTIONS: Readonly<Record<ContactChange, AuditAction>> = {
  take: 'contact.taken',
  release: 'contact.released',
  close: 'contact.closed',
  reopen: 'contact.reopened',
};

export async function changeContact(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  by: Answerer,
  { id, change, revision }: ContactChangeRequest & { readonly id: string },
): Known {
  const row = await findContact(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  const now = deps.now();
  const move = moved(row, change, by.actorId);
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by,
      action: ACTIONS[change],
      subject: { kind: 'contact', id },
      before: { state: row.state, owner: row.ownerEmail },
      after: { state: move.state, owner: ownerAfter(row, move, by) },
    },
    [moveContactStatement(deps.db, { ...move, revision }, now)],
    { ifChanged: true },
  );
  return logged ? oneContact(deps, id) : err({ code: 'ContactChanged' });
}

/** Who closes what nobody had taken owns it. Reopened, a message waits for an answer, whether or not it had one. */
function moved(row: ContactRow, change: ContactChange, actorId: string): ContactMove {
  switch (change) {
    case 'take':
      return { ...row, ownerId: actorId };
    case 'release':
      return { ...row, ownerId: null };
    case 'close':
      return { ...row, state: 'closed', ownerId: row.ownerId ?? actorId };
    case 'reopen':
      return { ...row, state: 'open' };
  }
}

function ownerAfter(row: ContactRow, { ownerId }: ContactMove, by: Answerer): string | null {
  if (ownerId === null) return null;
  return ownerId === by.actorId ? by.actor : row.ownerEmail;
}

/** The answer, its e-mail, the new state and the line of the log are one batch. */
export async function answerContact(
  deps: Pick<Deps, 'db' | 'env' | 'now' | 'newId' | 'origin' | 'defer'>,
  by: Answerer,
  answer: ContactAnswer & { readonly contactId: string },
): Known {
  const { id, contactId, revision, body } = answer;
  const row = await findContact(deps.db, contactId);
  if (row === null) return err({ code: 'NotFound' });
  const { name, subject, message, language } = writtenOf(row);
  const now = deps.now();
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by,
      action: 'contact.answered',
      subject: { kind: 'contact', id: contactId },
      before: { state: row.state, owner: row.ownerEmail },
      after: { state: 'answered', owner: row.ownerEmail ?? by.actor, answerId: id, characters: body.length },
    },
    [
      ...answerStatements(deps.db, { id, contactId, revision, by: by.actorId, body, language }, now),
      mailToStrangerStatement(deps.db, {
        id,
        message: {
          kind: 'contact-answer',
          subject,
          message,
          sentAt: row.sentAt,
          body,
          complaint: row.number,
        },
        to: { userId: row.customerId, email: row.email, fullName: name, language },
        when: 'EXISTS (SELECT 1 FROM contact_answers WHERE id = ?1)',
        now,
        origin: deps.origin,
      }),
    ],
    { ifChanged: true },
  );
  // The same answer again, after a lost reply, is no news.
  const isThere = (await listAnswers(deps.db, contactId)).some((one) => one.id === id);
  if (!logged && !isThere) return err({ code: 'ContactChanged' });
  if (logged) deliverSoon(deps);
  return oneContact(deps, contactId);
}

type Written = {
  readonly name: string;
  readonly subject: string;
  readonly inquiry: string;
  readonly message: string;
  readonly language: Language;
};

/** Messages from before the form said its language are taken for Portuguese, the site's own. */
function writtenOf({ data }: ContactRow): Written {
  const fields = JSON.parse(data) as Record<string, unknown>;
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    name: text('name'),
    subject: text('subject'),
    inquiry: text('inquiry'),
    message: text('message'),
    language: fields['language'] === 'en' ? 'en' : 'pt-BR',
  };
}

function summaryOf(row: ContactRow): ContactSummary {
  const { id, state, ownerId, ownerEmail, sentAt, email, customerId, number, dueAt } = row;
  const { name, subject, inquiry } = writtenOf(row);
  const owner = ownerId === null || ownerEmail === null ? null : { id: ownerId, email: ownerEmail };
  const complaint = number === null || dueAt === null ? null : { number, dueAt: iso(dueAt) };
  return { id, state, owner, sentAt: iso(sentAt), name, email, subject, inquiry, customerId, complaint };
}

function detailsOf(row: ContactRow, answers: readonly AnswerRow[]): ContactDetails {
  const { message, language } = writtenOf(row);
  return {
    ...summaryOf(row),
    revision: row.revision,
    phone: row.phone,
    message,
    language,
    answers: answers.map(({ id, answeredAt, answeredBy, body, language: of }) => ({
      id,
      at: iso(answeredAt),
      by: answeredBy,
      body,
      language: of,
    })),
    templates: contactTemplates(language),
  };
}
