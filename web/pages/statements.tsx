// /statements: the months of the account; with ?month=2026-10 one of them.

import { useSearchParams } from 'react-router';
import { FrozenNote } from '../features/auth/frozen-note.tsx';
import { useSignInGate } from '../features/auth/sign-in-gate.tsx';
import { MonthsCard } from '../features/statements/months-card.tsx';
import { useMonthName } from '../features/statements/month-name.ts';
import { StatementPaper } from '../features/statements/statement-paper.tsx';
import { Link } from '../i18n/link.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import statementsMessages from '#messages/statements.json';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../shell/page-meta.ts';
import { ErrorState } from '../ui/data-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import '../styles/statements.css';

export const meta = hiddenPageMeta(titles.statements);

/** What no month is shows the list. */
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/u;

export default function StatementsPage() {
  const t = useMessages(statementsMessages);
  const [address] = useSearchParams();
  const { status, profile, retry } = useSignInGate();
  const asked = address.get('month') ?? '';
  const month = MONTH.test(asked) ? asked : null;
  return (
    <div className="wrap statements">
      <Head month={month} />
      {status === 'unknown' ? (
        <section className="card">
          <ErrorState title={t('noAnswer.title')} onRetry={retry}>
            {t('noAnswer.text')}
          </ErrorState>
        </section>
      ) : profile === null ? (
        <div className="card card-padded" aria-busy="true">
          <Skeleton shape="line" />
          <Skeleton shape="block" />
        </div>
      ) : (
        // Keyed by user and month: another one must not show what was read for the one before.
        <div key={`${profile.id} ${month}`} className="stack">
          {profile.freeze !== null && <FrozenNote freeze={profile.freeze} />}
          {month === null ? <MonthsCard /> : <StatementPaper month={month} />}
        </div>
      )}
    </div>
  );
}

function Head({ month }: { readonly month: string | null }) {
  const t = useMessages(statementsMessages);
  const nameOf = useMonthName();
  return (
    <header className="statements-head">
      {month !== null && (
        <p className="statements-back small">
          <Link to="/statements" className="link">
            {t('back')}
          </Link>
        </p>
      )}
      <h1>{month === null ? titles.statements.title : t('of', { month: nameOf(month) })}</h1>
      {month === null && (
        <p className="muted">
          {t('lead')}{' '}
          <Link to="/statements/tax" className="link">
            {titles.tax.title}
          </Link>
        </p>
      )}
    </header>
  );
}
