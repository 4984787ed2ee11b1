// /api/admin/contacts: messages of the contact form, for operators of tier premium (P12).

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  ContactAnswer,
  ContactChangeRequest,
  type ContactDetails,
  type ContactsPage,
  ContactsQuery,
} from '../../contract/operators/contacts.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import {
  answerContact,
  changeContact,
  oneContact,
  pageOfContacts,
} from '../../services/operators/contacts.ts';
import { loggedList } from './logged-list.ts';

export const contacts = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('contacts.read'), query(ContactsQuery), loggedList('contact'), async (c) => {
    const page = await pageOfContacts(depsFrom(c), c.var.session.userId, c.req.valid('query'));
    return c.json(page satisfies ContactsPage, 200);
  })
  .get('/:id', requireAdmin('contacts.read'), async (c) => {
    const contact = await oneContact(depsFrom(c), c.req.param('id'));
    return contact.ok ? c.json(contact.value satisfies ContactDetails, 200) : problem(c, contact.error);
  })
  .patch('/:id', requireAdminChange('contacts.answer'), jsonBody(ContactChangeRequest), async (c) => {
    const by = operatorOf(c);
    const changed = await changeContact(depsFrom(c), by, { id: c.req.param('id'), ...c.req.valid('json') });
    return changed.ok ? c.json(changed.value satisfies ContactDetails, 200) : problem(c, changed.error);
  })
  .post('/:id/answers', requireAdminChange('contacts.answer'), jsonBody(ContactAnswer), async (c) => {
    const by = operatorOf(c);
    const command = { contactId: c.req.param('id'), ...c.req.valid('json') };
    const answered = await answerContact(depsFrom(c), by, command);
    return answered.ok ? c.json(answered.value satisfies ContactDetails, 200) : problem(c, answered.error);
  });
