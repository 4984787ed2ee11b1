// The operators' first page: the totals and the list of customers. The open customer is in the URL, so that Back closes the
// details and one operator can send them to another.

import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { CustomerStats } from '../../features/operators/customers/customer-stats.tsx';
import { CustomersCard, rowButtonId } from '../../features/operators/customers/customers-card.tsx';
import { useRefreshCustomers } from '../../features/operators/customers/queries.ts';
import { useCustomersList } from '../../features/operators/customers/use-customers-list.ts';
import { useOpening } from '../../ui/use-opening.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import titles from '#messages/titles.json';
import { OperatorsPanel } from '../../features/operators/frame/panel.tsx';
import { Refresh } from '../../features/operators/frame/refresh.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import '../../styles/operators.css';
import { presentQuery } from '../../ui/present-query.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.customers);

const CustomerPanel = lazyPart(
  () => import('../../features/operators/customers/customer-panel.tsx'),
  'CustomerPanel',
);

const PARAMETER = 'user';

export default function CustomersPage() {
  const t = useMessages(operatorsMessages.dashboard);
  const list = useCustomersList();
  const { shown, opened, last, view, close } = useShownCustomer();
  const { previous, next } = list.around(last);
  const browse = useMemo(
    () => ({
      previous: previous === null ? null : () => view(previous),
      next: next === null ? null : () => view(next),
    }),
    // `view` reads the address of the moment.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [previous, next, shown],
  );
  return (
    <OperatorsPanel
      title={t('title')}
      lead={t('lead')}
      actions={<Refresh onRefresh={useRefreshCustomers()} />}
    >
      <CustomerStats />
      <CustomersCard list={list} shown={shown} onView={view} />
      <Suspense fallback={null}>
        {opened !== null && (
          <CustomerPanel
            key={opened.number}
            open={opened.open}
            userId={last}
            onClose={close}
            browse={browse}
            returnTo={() => document.getElementById(rowButtonId(last))}
          />
        )}
      </Suspense>
    </OperatorsPanel>
  );
}

/** The customer whose details are open: an entry of the history, of which moving through the list makes no more. */
function useShownCustomer() {
  const [address, setAddress] = useSearchParams();
  const shown = address.get(PARAMETER);
  const opened = useOpening(shown, shown === null ? null : PARAMETER);
  // One panel for all, and the last one's details while it closes.
  const [last, setLast] = useState(shown ?? '');
  if (shown !== null && shown !== last) setLast(shown);
  const go = (userId: string | null, replace: boolean) => {
    const next = presentQuery();
    if (userId === null) next.delete(PARAMETER);
    else next.set(PARAMETER, userId);
    setAddress(next, { replace, preventScrollReset: true });
  };
  return {
    shown,
    opened,
    last,
    view: (userId: string) => go(userId, shown !== null),
    close: () => go(null, true),
  };
}
