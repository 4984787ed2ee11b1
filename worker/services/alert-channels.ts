// Crossings by SMS and push, where such a channel is configured (decision 27). The only one built in is the labelled
// sandbox of a developer's machine: its messages are kept in the local mailbox and go to nobody.

import { channelCrossings, type ChannelCrossing } from '../db/alert-channels.ts';
import { putLocalMails, type LocalMail } from '../db/local-mailbox.ts';
import { shortNotice } from '../mail/short-notice.ts';
import { channelsOf, type ChannelSettings } from './channels.ts';
import type { Deps } from './deps.ts';

type ChannelDeps = Pick<Deps, 'db'> & {
  readonly env: ChannelSettings;
};

/** Safe to repeat: a message is named by its crossing, so a second copy takes the place of the first. */
export async function tellByChannels(deps: ChannelDeps, tick: number): Promise<void> {
  const { sms, push } = channelsOf(deps.env);
  if (sms === null && push === null) return;
  const crossings = await channelCrossings(deps.db, tick);
  const texts = sms === null ? [] : crossings.filter(({ bySms }) => bySms === 1);
  const pushes = push === null ? [] : crossings.filter(({ byPush }) => byPush === 1);
  await putLocalMails(deps.db, [
    ...texts.map((crossing) => noticeOf(crossing, 'SMS', crossing.phone)),
    ...pushes.map((crossing) => noticeOf(crossing, 'Push', crossing.email)),
  ]);
}

function noticeOf(crossing: ChannelCrossing, channel: 'SMS' | 'Push', recipient: string): LocalMail {
  const { id, language, metal, direction, targetCents, priceCents, priceAt } = crossing;
  const kind = 'alert-fired';
  const text = shortNotice(
    { kind, metal, direction, targetPriceCents: targetCents, priceCents, at: priceAt },
    language,
  );
  return {
    id: `${channel.toLowerCase()}-${id}`,
    recipient,
    sender: `${channel} (sandbox)`,
    subject: `${channel}: ${text}`,
    text,
    // Made of our own words and figures alone.
    html: `<p>${text}</p>`,
    language,
    kind,
    receivedAt: priceAt,
  };
}
