import { useSignInGate } from '../features/auth/sign-in-gate.tsx';
import { StorageDesk } from '../features/trading/storage-desk.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import storageMessages from '#messages/storage.json';
import titles from '#messages/titles.json';
import { AccountPanel } from '../shell/account-panel.tsx';
import { hiddenPageMeta } from '../shell/page-meta.ts';
import { ErrorState } from '../ui/data-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export const meta = hiddenPageMeta(titles.storage);

/** For signed-in customers; the gate sends visitors to the sign-in page and back. */
export default function StoragePage() {
  const t = useMessages(storageMessages);
  const { status, profile, retry } = useSignInGate();
  return (
    <div className="wrap storage-page">
      <AccountPanel title={t('title')} lead={t('lead')}>
        {status === 'unknown' ? (
          <section className="card">
            <ErrorState title={t('error.title')} onRetry={retry}>
              {t('error.text')}
            </ErrorState>
          </section>
        ) : profile === null ? (
          <section className="card card-padded" aria-busy>
            <Skeleton shape="block" />
          </section>
        ) : (
          <StorageDesk key={profile.id} />
        )}
      </AccountPanel>
    </div>
  );
}
