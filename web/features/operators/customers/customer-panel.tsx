// One customer's details and the actions on the account, beside the list or the dashboard. Import it lazily, as every dialog.

import { useEffect, useEffectEvent } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { isRefusal, ProblemError } from '../../../api/problem-error.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { EmptyState, ErrorState } from '../../../ui/data-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ClosingNote } from './closing-note.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { useOpenedCustomer } from './queries.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import commonMessages from '#messages/common.json';
import { CopyableId } from '../frame/copyable-id.tsx';
import { Email } from '../frame/email.tsx';
import { Phone } from '../frame/phone.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { Money } from '../../../ui/money.tsx';
import { Note } from '../../../ui/note.tsx';
import type { CustomerDetails } from '../../../../worker/contract/operators/customers.ts';
import { StatusBadge } from './status-badge.tsx';
import { useShortcuts } from '../frame/device-choices.ts';
import { browseBy } from '../frame/one-key-shortcuts.ts';
import '../../../styles/operators.css';

/** The neighbours of a line of the list; null at its ends. */
export type Browse = Readonly<Record<'previous' | 'next', (() => void) | null>>;

type CustomerPanelProps = {
  readonly open: boolean;
  readonly userId: string;
  readonly onClose: () => void;
  /** Beside the list. The customer's own page has no neighbours, and needs no links to itself. */
  readonly browse?: Browse;
  readonly returnTo?: () => HTMLElement | null;
};

export function CustomerPanel({ open, userId, onClose, browse, returnTo }: CustomerPanelProps) {
  const t = useMessages(operatorsMessages.user);
  useBrowsingKeys(open ? browse : undefined);
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={t('title')}
      {...(returnTo === undefined ? {} : { returnTo })}
      tools={
        browse !== undefined &&
        (['previous', 'next'] as const).map((way) => (
          <IconButton
            key={way}
            icon="down"
            className={way === 'previous' ? 'side-panel-previous' : undefined}
            label={t(way)}
            aria-keyshortcuts={way === 'next' ? 'J' : 'K'}
            disabled={browse[way] === null}
            onClick={() => browse[way]?.()}
          />
        ))
      }
    >
      <Customer key={userId} open={open} userId={userId} linked={browse !== undefined} />
    </SidePanel>
  );
}

/** J and K go through the list while the panel is open. */
function useBrowsingKeys(browse: Browse | undefined): void {
  const [areOn] = useShortcuts();
  // By the neighbours on the screen, also for a key that is pressed before the effects of a new line have run.
  const press = useEffectEvent((event: KeyboardEvent) => {
    const way = browseBy(event, document);
    if (way !== null) browse?.[way]?.();
  });
  useEffect(() => {
    if (!areOn) return;
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [areOn]);
}

type CustomerProps = { readonly open: boolean; readonly userId: string; readonly linked: boolean };

/** With the customer as its key, so that each one shown is an opening of its own in the audit log. */
function Customer({ open, userId, linked }: CustomerProps) {
  const t = useMessages(operatorsMessages.user);
  const customer = useOpenedCustomer(userId, open);
  const { data, error } = customer;
  const notFound = isRefusal(error) && error instanceof ProblemError && error.problem.code === 'NotFound';
  if (data !== undefined) {
    return (
      <div className="stack">
        <CustomerFacts user={data} />
        <CustomerActions user={data} linked={linked} />
      </div>
    );
  }
  if (notFound) return <EmptyState title={t('gone.title')}>{t('gone.text')}</EmptyState>;
  if (error === null) return <Loading />;
  return (
    <ErrorState
      title={t('error.title')}
      onRetry={() => void customer.refetch()}
      retrying={customer.isFetching}
    >
      {t('error.text')}
    </ErrorState>
  );
}

const LINES = ['email', 'name', 'id', 'status', 'joined', 'active', 'value', 'cash', 'phone'] as const;

function Loading() {
  return (
    <div className="stack" aria-busy="true">
      <div className="details-loading">
        {LINES.map((line) => (
          <Skeleton key={line} shape="line" />
        ))}
      </div>
      <Skeleton shape="block" />
    </div>
  );
}

export function CustomerFacts({ user }: { readonly user: CustomerDetails }) {
  const t = useMessages(operatorsMessages.user);
  const f = useFormat();
  const isClosed = user.closing !== null && user.closing.closedAt !== null;
  return (
    <>
      {user.freeze !== null && <FreezeNote freeze={user.freeze} />}
      {user.suspension !== null && <SuspensionNote suspension={user.suspension} />}
      {user.closing !== null && <ClosingNote userId={user.id} closing={user.closing} />}
      <Facts>
        {!isClosed && <Person user={user} />}
        <Fact label={t('facts.id')}>
          <CopyableId value={user.id} of={user.email} whole />
        </Fact>
        {!isClosed && (
          <Fact label={t('facts.status')}>
            <StatusBadge status={user.status} />
          </Fact>
        )}
        {!isClosed && <Fact label={t('facts.level')}>{f.integer(user.level)}</Fact>}
        <Fact label={t('facts.joined')}>{f.dateTime(user.createdAt, 'long')}</Fact>
        <Fact label={t('facts.lastActive')}>{f.dateTime(user.lastActiveAt, 'minute')}</Fact>
        <Fact label={t('facts.value')}>
          {user.valueCents === null ? <Money cents={null} /> : f.money(user.valueCents)}
        </Fact>
        <Fact label={t('facts.cash')}>{f.money(user.cashCents)}</Fact>
        <Fact label={t('facts.pending')}>{f.money(user.pendingCents)}</Fact>
        <Fact label={t('facts.metals')}>
          <Metals holdings={user.holdings} />
        </Fact>
        {!isClosed && <Access user={user} />}
      </Facts>
    </>
  );
}

/** Of a closed account nothing of this is left. */
function Person({ user }: { readonly user: CustomerDetails }) {
  const t = useMessages(operatorsMessages.user);
  return (
    <>
      <Fact label={t('facts.name')}>{user.fullName}</Fact>
      <Fact label={t('facts.email')}>
        <Email>{user.email}</Email>
      </Fact>
    </>
  );
}

function Access({ user }: { readonly user: CustomerDetails }) {
  const t = useMessages(operatorsMessages.user);
  const f = useFormat();
  return (
    <>
      <Fact label={t('facts.phone')}>
        <Phone>{user.phone}</Phone>
      </Fact>
      <Fact label={t('facts.tier')}>{t(`tiers.${user.tier}`)}</Fact>
      <Fact label={t('facts.secondFactors')}>
        <SecondFactors factors={user.secondFactors} />
      </Fact>
      <Fact label={t('facts.sessions')}>{f.integer(user.openSessions)}</Fact>
    </>
  );
}

function SuspensionNote({ suspension }: { readonly suspension: NonNullable<CustomerDetails['suspension']> }) {
  const t = useMessages(operatorsMessages.user);
  const f = useFormat();
  const { at, by, reason } = suspension;
  return (
    <Note
      tone="warning"
      icon="pause"
      title={
        at === null || by === null
          ? t('suspension.unknown')
          : t('suspension.when', { date: f.dateTime(at, 'minute'), by })
      }
    >
      {reason === null ? '' : t('suspension.reason', { reason })}
    </Note>
  );
}

function FreezeNote({ freeze }: { readonly freeze: NonNullable<CustomerDetails['freeze']> }) {
  const t = useMessages(operatorsMessages.user.freeze);
  const f = useFormat();
  const { since, endsAt } = freeze;
  return (
    <Note tone="warning" icon="lock" title={t('title', { date: f.dateTime(since, 'minute') })}>
      {endsAt === null ? t('open') : t('ends', { date: f.dateTime(endsAt, 'minute') })}
    </Note>
  );
}

function Metals({ holdings }: Pick<CustomerDetails, 'holdings'>) {
  const t = useMessages(operatorsMessages.user);
  const names = useMessages(commonMessages);
  const f = useFormat();
  if (holdings.length === 0) return t('facts.noMetals');
  return holdings
    .map(({ metal, ouncesE4 }) => `${names(`metals.${metal}`)} ${f.weight(ouncesE4)}`)
    .join(' · ');
}

function SecondFactors({ factors }: { readonly factors: CustomerDetails['secondFactors'] }) {
  const t = useMessages(operatorsMessages.user);
  const { app, passkeys } = factors;
  const names = [
    ...(app ? [t('factors.app')] : []),
    ...(passkeys > 0 ? [t.count('factors.passkeys', passkeys)] : []),
  ];
  return names.length === 0 ? t('factors.none') : names.join(' · ');
}
