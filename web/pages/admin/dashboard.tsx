// The operators' dashboard: the four figures, the list of customers, and one customer's details in a dialog.

import { lazy, Suspense, useState } from 'react';
import { CustomerStats } from '../../features/operators/customers/customer-stats.tsx';
import { CustomersCard } from '../../features/operators/customers/customers-card.tsx';
import { RefreshCustomers } from '../../features/operators/customers/refresh-customers.tsx';
import { useOpening } from '../../features/trading/use-opening.ts';
import { useWords } from '../../i18n/use-words.ts';
import { adminDashboardWords } from '../../i18n/words/admin-dashboard.ts';
import { AdminPanel } from '../../shell/admin-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import '../../styles/admin-users.css';

export const meta = hiddenPageMeta(adminDashboardWords);

const CustomerDialog = lazy(async () => ({
  default: (await import('../../features/operators/customers/customer-dialog.tsx')).CustomerDialog,
}));

export default function AdminDashboardPage() {
  const t = useWords(adminDashboardWords);
  const [viewed, setViewed] = useState<string | null>(null);
  const opened = useOpening(viewed, viewed);
  return (
    <AdminPanel title={t('title')} lead={t('lead')} actions={<RefreshCustomers />}>
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
    </AdminPanel>
  );
}
