import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import reaisMessages from '#messages/reais.json';
import { Note } from '../../ui/note.tsx';
import type { BrlDeposit } from '../../../worker/contract/pix.ts';

/** Payments that were not taken: how much, why, and whether they are back. */
export function ReaisRefunds({ refunds }: Pick<BrlDeposit, 'refunds'>) {
  const t = useMessages(reaisMessages.refunds);
  const f = useFormat();
  return refunds.map(({ brlCents, paidAt, reason, returnedAt }) => (
    <Note
      key={`${paidAt} ${reason}`}
      tone={returnedAt === null ? 'warning' : 'info'}
      role="alert"
      title={
        returnedAt === null
          ? t('goesBack', { amount: f.money(brlCents, 'BRL') })
          : t('wentBack', { amount: f.money(brlCents, 'BRL'), time: f.dateTime(returnedAt, 'dayMonthTime') })
      }
    >
      {t(`reasons.${reason}`)}
    </Note>
  ));
}
