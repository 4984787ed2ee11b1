// What a page of the tax workbook says before its figures.

import { useMessages } from '../../i18n/use-messages.ts';
import taxMessages from '#messages/tax.json';
import { Note } from '../../ui/note.tsx';
import type { TaxRates } from '../../../worker/contract/tax.ts';
import { TAX_SOURCES, type TaxRegime } from '../../../worker/domain/tax/regimes.ts';
import { useDay } from './figures.tsx';

/** What the operator has said about itself; as long as that is nothing, the first line says so. */
export function OwnerNote({ regime }: { readonly regime: TaxRegime | null }) {
  const t = useMessages(taxMessages.owner);
  return regime === null ? (
    <Note tone="warning" icon="info" title={t('none')}>
      {t('noneText')}
    </Note>
  ) : (
    <Note title={t('is', { regime })}>{t('isText')}</Note>
  );
}

export function SimulatedNote({ rates }: { readonly rates: TaxRates }) {
  const t = useMessages(taxMessages.simulated);
  if (rates?.kind !== 'simulated') return null;
  return (
    <Note tone="warning" icon="alert" title={t('title')}>
      {t('text')}
    </Note>
  );
}

export function PendingNote({ pending }: { readonly pending: number }) {
  const t = useMessages(taxMessages);
  if (pending === 0) return null;
  return (
    <Note tone="warning" title={t.count('pending', pending)}>
      {t('pendingText')}
    </Note>
  );
}

/** The rule of every figure below, with its text, and where the rates are from. */
export function RuleText({ rates }: { readonly rates: TaxRates }) {
  const t = useMessages(taxMessages);
  const dayOf = useDay();
  const { name, url } = TAX_SOURCES.conversion;
  return (
    <p className="small muted tax-rule">
      {t('rule')}{' '}
      <a href={url} className="link" rel="noreferrer" lang="pt-BR">
        {name}
      </a>
      .{' '}
      {rates === null || rates.lastDay === null
        ? t('source.none')
        : t(`source.${rates.kind}`, { day: dayOf(rates.lastDay) })}
    </p>
  );
}
