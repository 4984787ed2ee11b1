// The operators' first page: the totals and the list of customers.

import { lazy, Suspense, useState } from 'react';
import { CustomerStats } from '../../features/operators/customers/customer-stats.tsx';
import { CustomersCard } from '../../features/operators/customers/customers-card.tsx';
import { useRefreshCustomers } from '../../features/operators/customers/queries.ts';
import { useOpening } from '../../ui/use-opening.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import titles from '#messages/titles.json';
import { OperatorsPanel } from '../../features/operators/frame/panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import '../../styles/operators.css';

export const meta = hiddenPageMeta(titles.customers);

const CustomerDialog = lazy(async () => ({
  default: (await import('../../features/operators/customers/customer-dialog.tsx')).CustomerDialog,
}));

export default function CustomersPage() {
  const t = useMessages(operatorsMessages.dashboard);
  const [viewed, setViewed] = useState<string | null>(null);
  const opened = useOpening(viewed, viewed);
  return (
    <OperatorsPanel title={t('title')} lead={t('lead')} actions={<Refresh />}>
      <CustomerStats />
      <CustomersCard onView={setViewed} />
      <Suspense fallback={null}>
        {opened !== null && (
          <CustomerDialog
            key={opened.number}
            open={opened.open}
            userId={opened.value}
            onClose={() => setViewed(null)}
          />
        )}
      </Suspense>
    </OperatorsPanel>
  );
}

function Refresh() {
  const t = useMessages(operatorsMessages.dashboard);
  return (
    <RefreshButton busyLabel={t('refreshing')} onRefresh={useRefreshCustomers()}>
      {t('refresh')}
    </RefreshButton>
  );
}
