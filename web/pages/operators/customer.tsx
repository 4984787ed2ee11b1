// A customer's dashboard as an operator sees it: read-only, with the operator's own access, under a sticky banner. Each opening
// is a line of the audit log, written before anything of the customer is read.

import { Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { StatusBadge } from '../../features/operators/customers/status-badge.tsx';
import { ViewBanner, ViewProblem } from '../../features/operators/customers/view-banner.tsx';
import {
  CUSTOMER_TIMELINE_ID,
  CUSTOMER_TRANSACTIONS_ID,
  customerSources,
  useCustomer,
  useView,
} from '../../features/operators/customers/queries.ts';
import { useOpening } from '../../ui/use-opening.ts';
import { PortfolioChart } from '../../features/trading/portfolio-chart.tsx';
import { AllocationCard } from '../../features/trading/allocation-card.tsx';
import { HoldingsCard } from '../../features/trading/holdings-card.tsx';
import { LOADING_PORTFOLIO, useLivePortfolio } from '../../features/trading/live-portfolio.ts';
import { MetricCards } from '../../features/trading/metric-cards.tsx';
import { StalePortfolioNote, PortfolioError } from '../../features/trading/portfolio-problem.tsx';
import type { Transaction } from '../../features/trading/transactions-query.ts';
import { TransactionsCard, TransactionsLoading } from '../../features/trading/transactions-card.tsx';
import { MonthsCard } from '../../features/statements/months-card.tsx';
import { useMonthName } from '../../features/statements/month-name.ts';
import { Link } from '../../i18n/link.tsx';
import { ShownCurrency } from '../../i18n/currency.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import titles from '#messages/titles.json';
import { Email } from '../../features/operators/frame/email.tsx';
import { OperatorsPanel } from '../../features/operators/frame/panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import '../../styles/operators.css';
import '../../styles/dashboard.css';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.customer);

const StatementPaper = lazyPart(
  () => import('../../features/statements/statement-paper.tsx'),
  'StatementPaper',
);
const ReceiptDialog = lazyPart(() => import('../../features/trading/receipt-dialog.tsx'), 'ReceiptDialog');
const CustomerPast = lazyPart(
  () => import('../../features/operators/customers/customer-past.tsx'),
  'CustomerPast',
);
const CustomerPanel = lazyPart(
  () => import('../../features/operators/customers/customer-panel.tsx'),
  'CustomerPanel',
);

export default function CustomerPage() {
  const [address] = useSearchParams();
  const userId = address.get('id') ?? '';
  return <Customer key={userId} userId={userId} month={address.get('month')} />;
}

type CustomerProps = {
  readonly userId: string;
  /** Of the statement that is open; null: the dashboard. */
  readonly month: string | null;
};

function Customer({ userId, month }: CustomerProps) {
  const t = useMessages(operatorsMessages.customer);
  const view = useView(userId);
  const customer = useCustomer(userId, view.data !== undefined);
  const [details, setDetails] = useState<string | null>(null);
  const opened = useOpening(details, details);
  // The id names the customer where the details could not be read.
  const email = customer.data?.email ?? (customer.isError ? userId : undefined);
  return (
    <OperatorsPanel
      title={
        email !== undefined ? (
          <>
            <Email>{email}</Email>{' '}
            {customer.data?.status === 'suspended' && <StatusBadge status="suspended" />}
          </>
        ) : view.isError ? (
          titles.customer.title
        ) : (
          <Skeleton shape="line" />
        )
      }
      actions={
        <>
          <LinkButton to="/admin">{t('back')}</LinkButton>
          <Button disabled={email === undefined} onClick={() => setDetails(userId)}>
            {t('details')}
          </Button>
        </>
      }
    >
      {view.data === undefined && view.isError ? (
        <ViewProblem error={view.error} onRetry={() => void view.refetch()} retrying={view.isFetching} />
      ) : (
        <>
          <ViewBanner email={email} openedAt={view.data?.openedAt} />
          {view.data === undefined || customer.isPending ? (
            <Waiting />
          ) : (
            <ShownCurrency value={customer.data?.currency ?? null}>
              {month === null ? <Dashboard userId={userId} /> : <Statement userId={userId} month={month} />}
            </ShownCurrency>
          )}
        </>
      )}
      <Suspense fallback={null}>
        {opened !== null && (
          <CustomerPanel
            key={opened.number}
            open={opened.open}
            userId={userId}
            onClose={() => setDetails(null)}
          />
        )}
      </Suspense>
    </OperatorsPanel>
  );
}

function Dashboard({ userId }: { readonly userId: string }) {
  const sources = useMemo(() => customerSources(userId), [userId]);
  const state = useLivePortfolio(sources.portfolio);
  const [receipt, setReceipt] = useState<Transaction | null>(null);
  const opened = useOpening(receipt, receipt?.id ?? null);
  const unreadable = state.live === undefined && state.failed;
  useAnchor();
  return (
    <div className="customer-view">
      {unreadable ? (
        <PortfolioError state={state} />
      ) : (
        <>
          {state.failed && <StalePortfolioNote state={state} />}
          <MetricCards state={state} masked={false} />
          <PortfolioChart live={state.live} masked={false} source={sources.history} />
          <HoldingsCard state={state} masked={false} />
          <AllocationCard state={state} masked={false} readOnly />
        </>
      )}
      <div id={CUSTOMER_TRANSACTIONS_ID}>
        <TransactionsCard masked={false} onOpen={setReceipt} source={sources.transactions} />
      </div>
      <div id={CUSTOMER_TIMELINE_ID} className="stack">
        <Suspense fallback={<TransactionsLoading />}>
          <CustomerPast userId={userId} />
        </Suspense>
      </div>
      <MonthsCard source={sources.statements} title={titles.statements.title} />
      <Suspense fallback={null}>
        {opened !== null && (
          <ReceiptDialog
            open={opened.open}
            transaction={opened.value}
            own={false}
            onClose={() => setReceipt(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** One month, as the customer has it. */
function Statement({ userId, month }: CustomerProps & { readonly month: string }) {
  const t = useMessages(operatorsMessages.customer);
  const sources = useMemo(() => customerSources(userId), [userId]);
  const nameOf = useMonthName();
  return (
    <div className="customer-view stack">
      <p className="small">
        <Link to={`/admin/customer?id=${userId}`} className="link">
          {t('dashboard')}
        </Link>
      </p>
      <h2>{t('statement', { month: nameOf(month) })}</h2>
      <Suspense fallback={null}>
        <StatementPaper key={month} month={month} source={sources.statements} />
      </Suspense>
    </div>
  );
}

/** The skeleton of the page, until the opening is in the audit log. */
function Waiting() {
  return (
    <div className="customer-view">
      <MetricCards state={LOADING_PORTFOLIO} masked={false} />
      <PortfolioChart live={undefined} masked={false} waiting />
      <HoldingsCard state={LOADING_PORTFOLIO} masked={false} />
      <AllocationCard state={LOADING_PORTFOLIO} masked={false} readOnly />
      <TransactionsLoading />
    </div>
  );
}

/** "View Transactions" and "Timeline" link below the fold, which exists only once the opening is in the audit log. */
function useAnchor(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const id = hash.slice(1);
    if (id === CUSTOMER_TRANSACTIONS_ID || id === CUSTOMER_TIMELINE_ID) {
      document.getElementById(id)?.scrollIntoView({ block: 'start' });
    }
  }, [hash]);
}
