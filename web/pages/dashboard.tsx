import { Fragment, type ReactNode, Suspense, useState } from 'react';
import { BonusBanner, BonusBannerSpace } from '../features/account/bonus-banner.tsx';
import { BonusCard } from '../features/account/bonus-card.tsx';
import { ConfirmEmailNote, ResendButton } from '../features/auth/confirm-email-note.tsx';
import { FrozenNote } from '../features/auth/frozen-note.tsx';
import { type FirstStepActions, FirstStepsCard } from '../features/account/first-steps-card.tsx';
import {
  useFirstSteps,
  useFirstStepsSpace,
  useRememberFinished,
} from '../features/account/first-steps-here.ts';
import { stepStates, UNKNOWN_STEPS } from '../features/account/first-steps.ts';
import { hasFactor, useFactors } from '../features/auth/factors.ts';
import { useClaimedHere, useRememberClaimed } from '../features/account/claimed-here.ts';
import { AlertPromotion, QuickLinks } from '../features/trading/dashboard-aside.tsx';
import { DashboardHead } from '../features/trading/dashboard-head.tsx';
import { type Dialogs, useDialogs } from '../features/trading/use-dialogs.ts';
import { useOpening } from '../ui/use-opening.ts';
import { MarketInsight } from '../features/prices/market-insight.tsx';
import { PortfolioChart } from '../features/trading/portfolio-chart.tsx';
import { StorageCard } from '../features/trading/storage-card.tsx';
import { AllocationCard } from '../features/trading/allocation-card.tsx';
import { useHiddenBalances } from '../features/trading/hidden-balances.ts';
import { HoldingsCard } from '../features/trading/holdings-card.tsx';
import {
  LOADING_PORTFOLIO,
  type PortfolioState,
  useLivePortfolio,
} from '../features/trading/live-portfolio.ts';
import { MetricCards } from '../features/trading/metric-cards.tsx';
import { StalePortfolioNote, PortfolioError } from '../features/trading/portfolio-problem.tsx';
import { LivePanel } from '../features/prices/live-panel.tsx';
import type { SessionView } from '../features/auth/session.ts';
import { useSignInGate } from '../features/auth/sign-in-gate.tsx';
import type { Transaction } from '../features/trading/transactions-query.ts';
import { TransactionsCard, TransactionsLoading } from '../features/trading/transactions-card.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import type { LivePortfolio } from '../features/trading/revalue.ts';
import dashboardMessages from '#messages/dashboard.json';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../shell/page-meta.ts';
import { MAIN_ID } from '../shell/route-focus.tsx';
import { ErrorState } from '../ui/data-state.tsx';
import { useMedia } from '../ui/use-media.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { MoneyDialogs } from './dashboard-dialogs.tsx';
import '../styles/dashboard.css';
import { lazyPart } from '../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.dashboard);

const ReceiptDialog = lazyPart(() => import('../features/trading/receipt-dialog.tsx'), 'ReceiptDialog');

/** The target of "see the transactions" after a lost reply. */
const TRANSACTIONS_ID = 'transactions';
/** The target of what says that ounces are held. */
const BONUS_ID = 'bonus';

function seeBonus(): void {
  const card = document.getElementById(BONUS_ID);
  card?.scrollIntoView({ block: 'center' });
  card?.focus({ preventScroll: true });
}

function seeTransactions(): void {
  document.getElementById(TRANSACTIONS_ID)?.scrollIntoView({ block: 'start' });
}

const nothing = () => undefined;
const NO_ACTIONS = { onTrade: nothing, onDeposit: nothing, onSeeBonus: nothing };

/** For signed-in customers; the gate redirects visitors to the sign-in page and back. */
export default function DashboardPage() {
  const t = useMessages(dashboardMessages);
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
  if (profile === null) return <LoadingDashboard />;
  return <Dashboard key={profile.id} customer={profile} />;
}

type DashboardProps = { readonly customer: NonNullable<SessionView['profile']> };

function Dashboard({ customer }: DashboardProps) {
  const state = useLivePortfolio();
  const firstSteps = useFirstSteps(customer);
  const [masked, toggleMasked] = useHiddenBalances();
  const dialogs = useDialogs();
  const [receipt, setReceipt] = useState<Transaction | null>(null);
  const opened = useOpening(receipt, receipt?.id ?? null);
  const { live } = state;
  const unreadable = live === undefined && state.failed;
  // The session's answer is older than the portfolio's.
  const claimed = live === undefined ? customer.hasClaimedBonus : live.bonus.status !== 'available';
  useRememberClaimed(claimed);
  return (
    <>
      <Layout
        head={
          <>
            <DashboardHead
              fullName={customer.fullName}
              email={customer.email}
              hidden={masked}
              onToggleHidden={toggleMasked}
              onBuy={() => dialogs.openTrade('buy', 'gold')}
            />
            {customer.freeze !== null && <FrozenNote freeze={customer.freeze} />}
          </>
        }
        banner={
          claimed || unreadable || customer.freeze !== null ? null : (
            <BonusBanner emailConfirmed={customer.emailConfirmed} onClaimed={setReceipt} />
          )
        }
        metrics={<Metrics state={state} masked={masked} dialogs={dialogs} />}
        main={
          <>
            {firstSteps.shown && (
              <FirstSteps
                customer={customer}
                portfolio={live}
                actions={{
                  confirm: <ResendButton email={customer.email} />,
                  onDeposit: dialogs.openDeposit,
                  onBuy: () => dialogs.openTrade('buy', 'gold'),
                  onDismiss() {
                    firstSteps.dismiss();
                    // The pressed button unmounts: the focus goes to the page.
                    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
                  },
                }}
              />
            )}
            {!firstSteps.shown && !customer.emailConfirmed && <ConfirmEmailNote email={customer.email} />}
            {!unreadable && <Possessions state={state} masked={masked} dialogs={dialogs} />}
            <div id={TRANSACTIONS_ID}>
              <TransactionsCard masked={masked} onOpen={setReceipt} onDeposit={dialogs.openDeposit} />
            </div>
          </>
        }
        aside={unreadable ? null : <Aside state={state} masked={masked} />}
      />
      <Suspense fallback={null}>
        <MoneyDialogs
          dialogs={dialogs}
          portfolio={live}
          onSeeBonus={seeBonus}
          onSeeTransactions={seeTransactions}
        />
        {opened !== null && (
          <ReceiptDialog open={opened.open} transaction={opened.value} onClose={() => setReceipt(null)} />
        )}
      </Suspense>
    </>
  );
}

type FirstStepsProps = DashboardProps & {
  readonly portfolio: LivePortfolio | undefined;
  readonly actions: FirstStepActions;
};

function FirstSteps({ customer, portfolio, actions }: FirstStepsProps) {
  const factors = useFactors();
  // Without an answer the step leads to where the answer is.
  const isProtected = factors.isError ? false : factors.data && hasFactor(factors.data);
  const steps = stepStates(customer.emailConfirmed, portfolio, isProtected);
  useRememberFinished(customer.id, steps);
  return <FirstStepsCard steps={steps} actions={actions} />;
}

type ViewProps = { readonly state: PortfolioState; readonly masked: boolean };
type ActiveProps = ViewProps & {
  readonly dialogs: Pick<Dialogs, 'openDeposit' | 'openWithdraw' | 'openTrade'>;
};

function Metrics({ state, masked, dialogs }: ActiveProps) {
  if (state.live === undefined && state.failed) return <PortfolioError state={state} />;
  return (
    <>
      {state.failed && <StalePortfolioNote state={state} />}
      <MetricCards
        state={state}
        masked={masked}
        onDeposit={dialogs.openDeposit}
        onWithdraw={dialogs.openWithdraw}
      />
    </>
  );
}

function Possessions({ state, masked, dialogs }: ActiveProps) {
  return (
    <>
      <PortfolioChart live={state.live} masked={masked} onDeposit={dialogs.openDeposit} />
      <HoldingsCard
        state={state}
        masked={masked}
        actions={{ onTrade: dialogs.openTrade, onDeposit: dialogs.openDeposit, onSeeBonus: seeBonus }}
      />
    </>
  );
}

/** The cards below the allocation appear together with it, so that they do not move once it is known. */
function Aside({ state, masked }: ViewProps) {
  return (
    <>
      <AllocationCard state={state} masked={masked} />
      {state.live !== undefined && (
        <>
          <BonusCard id={BONUS_ID} portfolio={state.live} masked={masked} />
          <AlertPromotion />
          <QuickLinks />
          <MarketInsight />
          {/* Last, because it may come late, and may say nothing. */}
          <StorageCard masked={masked} />
        </>
      )}
    </>
  );
}

type LayoutProps = {
  readonly head: ReactNode;
  readonly banner: ReactNode;
  readonly metrics: ReactNode;
  readonly main: ReactNode;
  readonly aside: ReactNode;
};

/** On a phone the customer's own figures come before the market's. */
function Layout({ head, banner, metrics, main, aside }: LayoutProps) {
  const isPhone = useMedia('(width < 720px)');
  const market = [<LivePanel key="prices" />, <Fragment key="banner">{banner}</Fragment>];
  const own = <Fragment key="metrics">{metrics}</Fragment>;
  return (
    <div className="wrap dashboard">
      {head}
      {isPhone ? [own, ...market] : [...market, own]}
      <div className="dashboard-columns">
        <div className="dashboard-column">{main}</div>
        <aside className="dashboard-column">{aside}</aside>
      </div>
    </div>
  );
}

function LoadingDashboard() {
  const t = useMessages(dashboardMessages);
  const claimedHere = useClaimedHere();
  const hasFirstSteps = useFirstStepsSpace();
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
      banner={claimedHere ? null : <BonusBannerSpace />}
      metrics={<MetricCards state={LOADING_PORTFOLIO} masked={false} onDeposit={nothing} />}
      main={
        <>
          {hasFirstSteps && <FirstStepsCard steps={UNKNOWN_STEPS} />}
          <PortfolioChart live={undefined} masked={false} waiting onDeposit={nothing} />
          <HoldingsCard state={LOADING_PORTFOLIO} masked={false} actions={NO_ACTIONS} />
          <TransactionsLoading />
        </>
      }
      aside={<AllocationCard state={LOADING_PORTFOLIO} masked={false} />}
    />
  );
}
