// Identity: where it stands, the three steps, the limits of each level, and the statement of exposure.

import { isUnread } from '../../ui/unread.ts';
import identityMessages from '#messages/identity.json';
import { useMessages } from '../../i18n/use-messages.ts';
import { ErrorState } from '../../ui/data-state.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useIdentity } from './identity.ts';
import { IdentityLimits } from './identity-limits.tsx';
import { IdentityPep } from './identity-pep.tsx';
import { IdentityStateNote } from './identity-state.tsx';
import { IdentitySteps } from './identity-steps.tsx';
import '../../styles/account.css';

export function IdentityCards({ fullName }: { readonly fullName: string }) {
  const t = useMessages(identityMessages);
  const query = useIdentity();
  const { data, isFetching, refetch } = query;
  if (data === undefined) {
    return isUnread(query) ? (
      <section className="card">
        <ErrorState title={t('error.title')} onRetry={() => void refetch()} retrying={isFetching}>
          {t('error.text')}
        </ErrorState>
      </section>
    ) : (
      <div className="card card-padded account-panel-skeleton" aria-busy="true">
        {[1, 2, 3].map((step) => (
          <div key={step}>
            <Skeleton shape="short" />
            <Skeleton shape="block" />
          </div>
        ))}
      </div>
    );
  }
  const { identity } = data;
  return (
    <>
      {data.testCheck && (
        <Note tone="warning" icon="info" title={t('test.title')}>
          {t('test.text')}
        </Note>
      )}
      <IdentityStateNote overview={data} />
      <IdentityLimits overview={data} />
      <IdentitySteps key={identity?.state ?? 'none'} overview={data} fullName={fullName} />
      {identity !== null && <IdentityPep key={identity.pep.statedAt} pep={identity.pep} />}
    </>
  );
}
