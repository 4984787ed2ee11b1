// What the own level lets in within 30 days, what of it is used, and what each level would.

import identityMessages from '#messages/identity.json';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import type { IdentityOverview } from '../../../worker/contract/identity.ts';
import { REGISTERED_LEVEL } from '../../../worker/domain/level-limits.ts';

export function IdentityLimits({ overview }: { readonly overview: IdentityOverview }) {
  const t = useMessages(identityMessages);
  const f = useFormat();
  const { level, deposits } = overview;
  const { usedCents, windowDays, registerCents, usdBrlE4, levels } = deposits;
  const own = levels.find((one) => one.level === level)?.maxCents ?? null;
  const sum = (cents: number | null) => (cents === null ? t('limits.agreed') : f.money(cents, 'USD'));
  const text = t('limits.used', { used: f.money(usedCents, 'USD'), max: sum(own), days: windowDays });
  return (
    <Card padded title={t('limits.title')}>
      <div className="stack">
        {own !== null && <ProgressBar label={t('limits.label')} value={usedCents} max={own} text={text} />}
        <p className="small num">{text}</p>
        <Rows>
          {levels.map((one) => (
            <Row
              key={one.level}
              sum={one.level === level}
              label={t(one.level === level ? 'limits.own' : 'limits.level', { level: one.level })}
            >
              {sum(one.maxCents)}
            </Row>
          ))}
        </Rows>
        {level < REGISTERED_LEVEL && (
          <p className="small muted">
            {t(usdBrlE4 === null ? 'limits.noRate' : 'limits.register', {
              reais: f.money(1_000_000, 'BRL'),
              dollars: f.money(registerCents, 'USD'),
            })}
          </p>
        )}
        <p className="small muted">{t('limits.keeps')}</p>
      </div>
    </Card>
  );
}
