// The letter to an operator: something cannot wait, what it is, and the page where it is looked into.

import en from '../../locales/en/operator-alerts.json' with { type: 'json' };
import pt from '../../locales/pt-BR/operator-alerts.json' with { type: 'json' };
import type { MailMessage } from '../domain/mail-messages.ts';
import { isTradedMetal } from '../domain/metals.ts';
import { OPERATOR_ALERTS, type OperatorAlertKind } from '../domain/operator-alerts.ts';
import type { Language } from '../domain/settings-rules.ts';
import { fill } from './fill.ts';
import { dateTime, day, roundMoney, weight, whole } from './formats.ts';
import type { MailContent, Speaker } from './types.ts';

const ALERTS: Readonly<
  Record<Language, Readonly<Record<OperatorAlertKind, { readonly title: string; readonly text: string }>>>
> = { 'pt-BR': pt, en };

type Alert = Extract<MailMessage, { kind: 'operator-alert' }>;

export function operatorAlert(
  { language, words }: Speaker,
  { alert, subject, figure, at }: Alert,
): MailContent {
  const say = words.operatorAlert;
  const { title, text } = ALERTS[language][alert];
  const rule = OPERATOR_ALERTS[alert];
  const figures = {
    subject: isTradedMetal(subject)
      ? words.metals[subject]
      : alert === 'complaints-due'
        ? day(language, Date.parse(subject))
        : subject,
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
