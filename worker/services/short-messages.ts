// Fired alerts by SMS and push. The one gateway built in is the labelled sandbox (P27): it puts what would go out
// into the local mailbox. A real gateway needs an outbox like that of e-mail; this one loses nothing but a test message.

import { type LocalMail, putLocalMails } from '../db/local-mailbox.ts';
import { shortAlertsOfTick, type ShortAlertRow } from '../db/short-alerts.ts';
import { shortAlert } from '../mail/short-alert.ts';
import { channelsOf, type ChannelSettings } from './channels.ts';

type ShortDeps = {
  readonly env: ChannelSettings;
  readonly db: D1Database;
  readonly now: () => number;
};

/** A tick of the simulated market on one machine. */
const MESSAGES_AT_MOST = 500;
const SENDERS = { sms: 'SMS (sandbox)', push: 'Push (sandbox)' } as const;

/** After the tick's alerts are in the log. The same delivery again replaces its message instead of adding one. */
export async function sendShortAlerts(deps: ShortDeps, tickAt: number): Promise<void> {
  const { sms, push } = channelsOf(deps.env);
  if (sms === null && push === null) return;
  const rows = await shortAlertsOfTick(deps.db, tickAt, MESSAGES_AT_MOST);
  const bySms = sms === null ? [] : rows.filter((row) => row.bySms === 1);
  const byPush = push === null ? [] : rows.filter((row) => row.byPush === 1);
  await putLocalMails(deps.db, [
    ...bySms.map((row) => sandboxMessage('sms', row, row.phone, deps.now())),
    ...byPush.map((row) => sandboxMessage('push', row, row.email, deps.now())),
  ]);
}

function sandboxMessage(
  channel: keyof typeof SENDERS,
  row: ShortAlertRow,
  recipient: string,
  now: number,
): LocalMail {
  const { title, text } = shortAlert(row.language, { kind: 'alert-fired', ...row });
  return {
    id: `${channel}-${row.id}`,
    recipient,
    sender: SENDERS[channel],
    subject: `${SENDERS[channel]}: ${title}`,
    text,
    // The text has no user input: texts of the locales, numbers and the name of a metal.
    html: `<!doctype html><html lang="${row.language}"><head><title>${title}</title></head><body><p>${text}</p></body></html>`,
    headers: '{}',
    language: row.language,
    kind: 'alert-fired',
    receivedAt: now,
  };
}
