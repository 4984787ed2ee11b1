// The operators' view of the ledger. The open operation and the filters are in the URL, so that one operator can send them to
// another.

import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { CheckCard } from './check-card.tsx';
import { HouseAccountsCard } from './house-accounts-card.tsx';
import { useRefreshLedger } from './queries.ts';
import { ReversalsCard } from './reversals-card.tsx';
import { LedgerTransactionsCard } from './transactions-card.tsx';
import { useOpening } from '../../../ui/use-opening.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsLedgerMessages from '#messages/operators-ledger.json';
import { OperatorsPanel } from '../frame/panel.tsx';
import { Refresh } from '../frame/refresh.tsx';
import { presentQuery } from '../../../ui/present-query.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const OperationDialog = lazyPart(() => import('./operation-dialog.tsx'), 'OperationDialog');

const PARAMETER = 'operation';

export function Ledger() {
  const t = useMessages(operatorsLedgerMessages);
  const [address, setAddress] = useSearchParams();
  const asked = address.get(PARAMETER);
  const opened = useOpening(asked, asked === null ? null : PARAMETER);
  // One dialog for all: a link from an operation to its reversal changes its content.
  const [last, setLast] = useState(asked ?? '');
  if (asked !== null && asked !== last) setLast(asked);
  const open = (id: string) => {
    const next = presentQuery();
    next.set(PARAMETER, id);
    setAddress(next, { preventScrollReset: true });
  };
  const close = () => {
    const next = presentQuery();
    next.delete(PARAMETER);
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  return (
    <OperatorsPanel title={t('title')} lead={t('lead')} actions={<Refresh onRefresh={useRefreshLedger()} />}>
      <CheckCard />
      <HouseAccountsCard />
      <ReversalsCard onOpen={open} />
      <LedgerTransactionsCard onOpen={open} />
      <Suspense fallback={null}>
        {opened !== null && (
          <OperationDialog key={opened.number} open={opened.open} id={last} onOpen={open} onClose={close} />
        )}
      </Suspense>
    </OperatorsPanel>
  );
}
