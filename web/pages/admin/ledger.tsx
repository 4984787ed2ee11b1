// The books for operators: the check, the house's accounts, reversals, movements. The open operation stands in the address, so
// that one operator can send it to the other.

import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { CheckCard } from '../../features/operators/ledger/check-card.tsx';
import { HouseCard } from '../../features/operators/ledger/house-card.tsx';
import { MovementsCard } from '../../features/operators/ledger/movements-card.tsx';
import { useReadLedgerAgain } from '../../features/operators/ledger/queries.ts';
import { ReversalsCard } from '../../features/operators/ledger/reversals-card.tsx';
import { useOpening } from '../../features/trading/use-opening.ts';
import { useWords } from '../../i18n/use-words.ts';
import { adminLedgerWords } from '../../i18n/words/admin-ledger.ts';
import { AdminPanel } from '../../shell/admin-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { RefreshButton } from '../../ui/refresh-button.tsx';

export const meta = hiddenPageMeta(adminLedgerWords);

const OperationDialog = lazy(async () => ({
  default: (await import('../../features/operators/ledger/operation-dialog.tsx')).OperationDialog,
}));

const PARAMETER = 'operation';

export default function AdminLedgerPage() {
  const t = useWords(adminLedgerWords);
  const [address, setAddress] = useSearchParams();
  const asked = address.get(PARAMETER);
  const opened = useOpening(asked, asked === null ? null : PARAMETER);
  // Of one dialog: going from an operation to its reversal turns the page, it opens no other.
  const [last, setLast] = useState(asked ?? '');
  if (asked !== null && asked !== last) setLast(asked);
  const open = (id: string) => setAddress({ [PARAMETER]: id }, { preventScrollReset: true });
  const close = () => setAddress({}, { replace: true, preventScrollReset: true });
  return (
    <AdminPanel title={t('title')} lead={t('lead')} actions={<Refresh />}>
      <CheckCard />
      <HouseCard />
      <ReversalsCard onOpen={open} />
      <MovementsCard onOpen={open} />
      <Suspense fallback={null}>
        {opened !== null && (
          <OperationDialog key={opened.number} open={opened.open} id={last} onOpen={open} onClose={close} />
        )}
      </Suspense>
    </AdminPanel>
  );
}

function Refresh() {
  const t = useWords(adminLedgerWords);
  return (
    <RefreshButton busyLabel={t('refreshing')} onRefresh={useReadLedgerAgain()}>
      {t('refresh')}
    </RefreshButton>
  );
}
