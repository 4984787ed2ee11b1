import { lazy, type ReactNode, Suspense, useState } from 'react';
import { BonusCard } from '../features/bonus/bonus-card.tsx';
import { DashboardHead } from '../features/dashboard/dashboard-head.tsx';
import { type Dialogs, useDialogs } from '../features/dashboard/use-dialogs.ts';
import { useOpening } from '../features/dashboard/use-opening.ts';
import { AllocationCard } from '../features/portfolio/allocation-card.tsx';
import { useHiddenBalances } from '../features/portfolio/hidden-balances.ts';
import { HoldingsCard } from '../features/portfolio/holdings-card.tsx';
import {
  LOADING_PORTFOLIO,
  type PortfolioState,
  useLivePortfolio,
} from '../features/portfolio/live-portfolio.ts';
import { MetricCards } from '../features/portfolio/metric-cards.tsx';
import { OutdatedNote, PortfolioError } from '../features/portfolio/portfolio-trouble.tsx';
import { LiveBadge, LivePanel } from '../features/prices/live-panel.tsx';
import { Receipt, useReceiptTitle } from '../features/receipt/receipt.tsx';
import { useSignInGate } from '../features/session/departure.tsx';
import type { Transaction } from '../features/transactions/queries.ts';
import { TransactionsCard, TransactionsLoading } from '../features/transactions/transactions-card.tsx';
import { useWords } from '../i18n/use-words.ts';
import { dashboardWords } from '../i18n/words/dashboard.ts';
import { hiddenPageMeta } from '../shell/page-meta.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import '../styles/dashboard.css';

export const meta = hiddenPageMeta(dashboardWords);

const TradeDialog = lazy(async () => ({
  default: (await import('../features/trade/trade-dialog.tsx')).TradeDialog,
}));
const DepositDialog = lazy(async () => ({
  default: (await import('../features/deposit/deposit-dialog.tsx')).DepositDialog,
}));
const ReceiptDialog = lazy(async () => ({
  default: (await import('../features/receipt/receipt-dialog.tsx')).ReceiptDialog,
}));

const TRANSACTIONS_ID = 'transactions';
const nothing = () => undefined;

/** For signed-in customers; anybody else is led to the sign-in page and back. */
export default function DashboardPage() {
  const t = useWords(dashboardWords);
  const { status, profile, retry } = useSignInGate();
  if (status === 'unknown') {
    return (
      <div className="wrap dashboard">
        <section className="card">
          <ErrorState title={t('noAnswer.title')} onRetry={retry}>
            {t('noAnswer.text')}
          </ErrorState>
        </section>
      </div>
    );
  }
  return profile === null ? <LoadingDashboard /> : <Dashboard key={profile.id} email={profile.email} />;
}

function Dashboard({ email }: { readonly email: string }) {
  const state = useLivePortfolio();
  const [masked, toggleMasked] = useHiddenBalances();
  const dialogs = useDialogs();
  const [receipt, setReceipt] = useState<Transaction | null>(null);
  const opened = useOpening(receipt, receipt?.id ?? null);
  const unreadable = state.live === undefined && state.failed;
  return (
    <>
      <Layout
        head={
          <DashboardHead
            email={email}
            hidden={masked}
            onToggleHidden={toggleMasked}
            onBuy={() => dialogs.openTrade('buy', 'gold')}
          />
        }
        figures={<Figures state={state} masked={masked} dialogs={dialogs} />}
        transactions={
          <TransactionsCard masked={masked} onOpen={setReceipt} onDeposit={dialogs.openDeposit} />
        }
        allocation={
          unreadable ? null : (
            <>
              <AllocationCard state={state} masked={masked} />
              {state.live !== undefined && <BonusCard portfolio={state.live} onClaimed={setReceipt} />}
            </>
          )
        }
        holdings={
          unreadable ? null : (
            <HoldingsCard
              state={state}
              masked={masked}
              onTrade={dialogs.openTrade}
              onDeposit={dialogs.openDeposit}
            />
          )
        }
      />
      <Suspense fallback={null}>
        <MoneyDialogs dialogs={dialogs} state={state} />
        {opened !== null && (
          <ReceiptDialog open={opened.open} transaction={opened.value} onClose={() => setReceipt(null)} />
        )}
      </Suspense>
    </>
  );
}

type FiguresProps = {
  readonly state: PortfolioState;
  readonly masked: boolean;
  readonly dialogs: Pick<Dialogs, 'openDeposit'>;
};

function Figures({ state, masked, dialogs }: FiguresProps) {
  if (state.live === undefined && state.failed) return <PortfolioError state={state} />;
  return (
    <>
      {state.failed && <OutdatedNote state={state} />}
      <MetricCards state={state} masked={masked} onDeposit={dialogs.openDeposit} />
    </>
  );
}

type LayoutProps = {
  readonly head: ReactNode;
  readonly figures: ReactNode;
  readonly holdings: ReactNode;
  readonly transactions: ReactNode;
  readonly allocation: ReactNode;
};

function Layout({ head, figures, holdings, transactions, allocation }: LayoutProps) {
  return (
    <div className="wrap dashboard">
      {head}
      <LivePanel />
      {figures}
      <div className="dashboard-columns">
        <div className="dashboard-column">
          {holdings}
          <div id={TRANSACTIONS_ID}>{transactions}</div>
        </div>
        <aside className="dashboard-column">{allocation}</aside>
      </div>
    </div>
  );
}

function LoadingDashboard() {
  const t = useWords(dashboardWords);
  return (
    <Layout
      head={
        <header className="dashboard-head" aria-busy>
          <div>
            <h1>
              <span className="visually-hidden">{t('checking')}</span>
              <Skeleton shape="line" />
            </h1>
            <p className="small">
              <Skeleton shape="line" />
            </p>
          </div>
        </header>
      }
      figures={<MetricCards state={LOADING_PORTFOLIO} masked={false} onDeposit={nothing} />}
      holdings={
        <HoldingsCard state={LOADING_PORTFOLIO} masked={false} onTrade={nothing} onDeposit={nothing} />
      }
      transactions={<TransactionsLoading />}
      allocation={<AllocationCard state={LOADING_PORTFOLIO} masked={false} />}
    />
  );
}

type MoneyDialogsProps = { readonly dialogs: Dialogs; readonly state: PortfolioState };

/** Trade and deposit, each opening from a clean start; their receipts are drawn by the one receipt there is. */
function MoneyDialogs({ dialogs, state }: MoneyDialogsProps) {
  const receiptTitle = useReceiptTitle();
  const { trade, deposit } = dialogs;
  const seeTransactions = () => {
    dialogs.close();
    document.getElementById(TRANSACTIONS_ID)?.scrollIntoView({ block: 'start' });
  };
  const draw = (
    reply: {
      readonly transaction: Transaction;
      readonly portfolio: Parameters<typeof Receipt>[0]['portfolio'];
    },
    replayed: boolean,
    actions: ReactNode,
  ) => ({
    title: receiptTitle(reply.transaction),
    body: (
      <Receipt
        transaction={reply.transaction}
        portfolio={reply.portfolio}
        replayed={replayed}
        actions={actions}
      />
    ),
  });
  return (
    <>
      {trade !== null && state.live !== undefined && (
        <TradeDialog
          key={`trade-${trade.number}`}
          open={trade.open}
          side={trade.value.side}
          metal={trade.value.metal}
          account={state.live}
          badge={<LiveBadge />}
          drawReceipt={draw}
          onClose={dialogs.close}
          onDeposit={dialogs.openDeposit}
          onSeeTransactions={seeTransactions}
        />
      )}
      {deposit !== null && (
        <DepositDialog
          key={`deposit-${deposit.number}`}
          open={deposit.open}
          drawReceipt={draw}
          onClose={dialogs.close}
          onBuy={() => dialogs.openTrade('buy', 'gold')}
          onSeeTransactions={seeTransactions}
        />
      )}
    </>
  );
}
