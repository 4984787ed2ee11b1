// /statements/tax: the years of the tax workbook; with ?year=2026 one of them.

import { useSearchParams } from 'react-router';
import { FrozenNote } from '../features/auth/frozen-note.tsx';
import { useSignInGate } from '../features/auth/sign-in-gate.tsx';
import { YearView } from '../features/tax/year-view.tsx';
import { YearsCard } from '../features/tax/years-card.tsx';
import { Link } from '../i18n/link.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import taxMessages from '#messages/tax.json';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../shell/page-meta.ts';
import { ErrorState } from '../ui/data-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import '../styles/tax.css';

export const meta = hiddenPageMeta(titles.tax);

export default function TaxPage() {
  const t = useMessages(taxMessages);
  const [address] = useSearchParams();
  const { status, profile, retry } = useSignInGate();
  // What no year is asks the server all the same: it says so.
  const year = address.get('year');
  return (
    <div className="wrap tax">
      <Head year={year} />
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
        // Keyed by user and year: another one must not show what was read for the one before.
        <div key={`${profile.id} ${year}`} className="stack tax-body">
          {profile.freeze !== null && <FrozenNote freeze={profile.freeze} />}
          {year === null ? <YearsCard /> : <YearView year={year} />}
        </div>
      )}
    </div>
  );
}

function Head({ year }: { readonly year: string | null }) {
  const t = useMessages(taxMessages);
  const isYear = year !== null && /^\d{4}$/u.test(year);
  return (
    <header className="tax-head">
      <p className="small tax-back">
        <Link to={year === null ? '/statements' : '/statements/tax'} className="link">
          {t(year === null ? 'back' : 'allYears')}
        </Link>
      </p>
      <h1>{isYear ? t('title', { year }) : titles.tax.title}</h1>
      <p className="muted">{t('lead')}</p>
    </header>
  );
}
