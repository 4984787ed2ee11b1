// An invocation may ask D1 a thousand times, and the minute cron is one: what it asks grows with the handfuls it takes, not with the
// letters in them. `npm run bench -- scale` adds up all of its jobs.

import { expect, test } from 'vitest';
import { mailStatement } from '../../../worker/db/outbox.ts';
import { BY_THE_CRON, deliverDue } from '../../../worker/services/deliver-mail.ts';
import { addCustomer, asD1, emptyBooks, STATEMENT_ENV } from '../../support/node-books.ts';
import { countedCalls } from '../../support/recorded-queries.ts';

const NOW = Date.parse('2027-03-01T12:00:00Z');
const HANDFULS = 3;

test('letters are taken, written and noted a handful at a time: two calls each', async () => {
  const books = emptyBooks();
  const db = asD1(books);
  const recipients = Array.from({ length: HANDFULS * BY_THE_CRON.handful }, (_, index) => `ana-${index}`);
  for (const id of recipients) {
    await addCustomer(db, id, NOW);
    const message = {
      kind: 'alert-fired',
      metal: 'gold',
      direction: 'above',
      targetPriceCents: 1,
      priceCents: 2,
      at: NOW,
    } as const;
    books.exec(`UPDATE users SET email_confirmed_at = 1 WHERE id = '${id}'`);
    await mailStatement(db, { id: `mail-${id}`, userId: id, message: message as never, now: NOW }).run();
  }
  const { db: counted, calls } = countedCalls(asD1(books));
  const env = {
    ...STATEMENT_ENV,
    MAIL_FROM: 'onca@onca.example',
    SESSION_SECRET: 'a-secret-0123456789abcdef0123456789',
  };
  const sent: string[] = [];
  const transport = {
    send: (letters: readonly { readonly to: string }[]) => {
      sent.push(...letters.map(({ to }) => to));
      return Promise.resolve(letters.map(() => ({ sent: true, providerId: null })));
    },
  };
  await deliverDue({ db: counted, now: () => NOW, env: env as never }, BY_THE_CRON, transport as never);
  expect(sent.toSorted()).toEqual(recipients.map((id) => `${id}@example.com`).toSorted());
  // A claim and a record of each handful, and the claim that finds nothing.
  expect(calls).toHaveLength(2 * HANDFULS + 1);
});
