// The lines of a signed close: the day, its marks, and what all customers had at its end.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import verifyMessages from '#messages/verify.json';
import type { CloseContent } from '../../../../worker/contract/signed-records.ts';
import { Row } from '../../../ui/rows.tsx';

export function CloseFacts({ close }: { readonly close: CloseContent }) {
  const t = useMessages(verifyMessages.close);
  const f = useFormat();
  const { day, priceKind, goldCents, silverCents, usdBrlE4, customers, cashCents, goldE4, silverE4 } = close;
  const known = (value: number | null, text: (value: number) => string) =>
    value === null ? t('unknown') : text(value);
  return (
    <>
      <Row label={t('day')}>{f.dateTime(`${day}T00:00:00.000Z`, 'dayMonthYear', 'UTC')}</Row>
      <Row label={t('prices')}>{t(`kinds.${priceKind}`)}</Row>
      <Row label={t('gold')}>{known(goldCents, f.money)}</Row>
      <Row label={t('silver')}>{known(silverCents, f.money)}</Row>
      <Row label={t('rate')}>{known(usdBrlE4, f.rate)}</Row>
      <Row label={t('customers')}>{f.integer(customers)}</Row>
      <Row label={t('cash')}>{f.money(cashCents)}</Row>
      <Row label={t('goldOf')}>{f.weight(goldE4)}</Row>
      <Row label={t('silverOf')}>{f.weight(silverE4)}</Row>
    </>
  );
}
