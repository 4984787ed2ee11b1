// The letter to an operator: something cannot wait, what it is, and the page where it is looked into.

import type { MailMessage } from '../domain/mail-messages.ts';
import { isTradedMetal } from '../domain/metals.ts';
import { OPERATOR_ALERTS } from '../domain/operator-alerts.ts';
import { fill } from './fill.ts';
import { dateTime, roundMoney, weight, whole } from './formats.ts';
import type { MailContent, Speaker } from './types.ts';

type Alert = Extract<MailMessage, { kind: 'operator-alert' }>;

export function operatorAlert(
  { language, words }: Speaker,
  { alert, subject, figure, at }: Alert,
): MailContent {
  const say = words.operatorAlert;
  const { title, text } = say.kinds[alert];
  const rule = OPERATOR_ALERTS[alert];
  const figures = {
    subject: isTradedMetal(subject) ? words.metals[subject] : subject,
    figure:
      rule.figure === 'cents'
        ? roundMoney(language, figure)
        : rule.figure === 'ounces'
          ? weight(language, figure)
          : whole(language, figure),
  };
  return {
    subject: fill(say.subject, { title: fill(title, figures) }),
    preview: fill(text, figures),
    title: fill(title, figures),
    paragraphs: [fill(text, figures), say.once],
    rows: [[words.rows.date, dateTime(language, at, words.zone)]],
    action: { label: say.action, path: rule.page },
    after: [],
  };
}
