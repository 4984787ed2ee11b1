// Where nothing is paid out to this customer: no gateway is connected, or none that sends to where his money may go.

import { useMessages } from '../../../i18n/use-messages.ts';
import withdrawalsMessages from '#messages/withdrawals.json';
import type { WithdrawalTerms } from '../../../../worker/contract/withdrawals.ts';
import { Note } from '../../../ui/note.tsx';

type PaidTerms = Pick<WithdrawalTerms, 'gateway' | 'methods' | 'isByWireAlone'>;

export const isClosed = ({ gateway, methods }: PaidTerms): boolean =>
  gateway === null || methods.length === 0;

export function ClosedNote({ terms }: { readonly terms: PaidTerms }) {
  const t = useMessages(withdrawalsMessages.closed);
  return (
    <Note tone="info" title={t('title')}>
      {t(terms.gateway !== null && terms.isByWireAlone ? 'byWire' : 'text')}
    </Note>
  );
}
