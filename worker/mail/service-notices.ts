// The first message of an account, and the price alerts a customer asked for.

import {
  BONUS_HOLD_DAYS,
  BONUS_OUNCES_E4,
  BONUS_RELEASE_CENTS,
  DEPOSIT_MIN_CENTS,
  QUOTE_LIFETIME_MS,
  TRADE_FEE_BASIS_POINTS,
} from '../domain/limits.ts';
import type { MailMessage } from '../domain/mail-messages.ts';
import { OUNCE_E4 } from '../domain/limits.ts';
import { fill } from './fill.ts';
import { amount, dateTime, gramPrice, percent, roundMoney } from './formats.ts';
import { rateRow } from './receipts.ts';
import type { MailContent, Speaker } from './types.ts';

export function welcome({ language, words }: Speaker): MailContent {
  const say = words.welcome;
  const figures = {
    tradeFee: percent(language, TRADE_FEE_BASIS_POINTS),
    smallestDeposit: roundMoney(language, DEPOSIT_MIN_CENTS),
    quoteSeconds: QUOTE_LIFETIME_MS / 1000,
    bonusOunces: `${BONUS_OUNCES_E4 / OUNCE_E4}\u00a0oz`,
    bonusDays: BONUS_HOLD_DAYS,
    bonusRelease: roundMoney(language, BONUS_RELEASE_CENTS),
  };
  return {
    subject: say.subject,
    preview: fill(say.preview, figures),
    title: say.title,
    paragraphs: [say.what, say.start, say.bonus].map((text) => fill(text, figures)),
    rows: [],
    action: { label: say.action, path: '/dashboard' },
    after: [say.notMe],
  };
}

type Alert = Extract<MailMessage, { kind: 'alert-fired' }>;

export function alertFired(speaker: Speaker, alert: Alert): MailContent {
  const { language, words } = speaker;
  const say = words.alert;
  const label = words.rows;
  const way = say[alert.direction];
  const target = amount(speaker, alert.targetPriceCents);
  const price = amount(speaker, alert.priceCents);
  return {
    subject: fill(way.subject, { metal: words.metals[alert.metal], target }),
    preview: fill(say.preview, { price }),
    title: say.title,
    paragraphs: [way[alert.metal]],
    rows: [
      [label.metal, words.metals[alert.metal]],
      [label.target, target],
      [label.current, price],
      ...(speaker.reader.weightUnit === 'g'
        ? [[label.pricePerGram, gramPrice(speaker, alert.priceCents)] as const]
        : []),
      ...rateRow(speaker),
      [label.date, dateTime(language, alert.at, words.zone)],
    ],
    action: { label: say.action, path: '/profile/alerts' },
    after: [say.since],
  };
}
