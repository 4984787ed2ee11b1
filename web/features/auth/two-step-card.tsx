// The user's second factors, to add and to remove. Codes and keys are shown once, in dialogs that load on demand.

import { isUnread } from '../../ui/unread.ts';
import { Suspense, useState } from 'react';
import { accountTerms } from '../../i18n/account-terms.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { Factors, FactorsChanged } from '../../../worker/contract/factors.ts';
import { AuthenticatorRow } from './authenticator-row.tsx';
import { hasFactor, useFactors } from './factors.ts';
import { ConfirmEmailNote } from './confirm-email-note.tsx';
import { useSession } from './session.ts';
import { RecoveryCodesRow } from './recovery-codes-row.tsx';
import { PasskeysRow } from './passkeys-row.tsx';
import '../../styles/account.css';
import { lazyPart } from '../../ui/lazy-part.ts';

const RecoveryCodesDialog = lazyPart(() => import('./recovery-codes-dialog.tsx'), 'RecoveryCodesDialog');

export function TwoStepCard() {
  const t = useMessages(twoStepMessages);
  const { profile } = useSession();
  const query = useFactors();
  const list = query.data;
  const isOn = list !== undefined && hasFactor(list);
  return (
    <Card
      title={t('title')}
      aside={list && <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? t('on') : t('off')}</Badge>}
    >
      {profile?.emailConfirmed === false && (
        <div className="card-note">
          <ConfirmEmailNote email={profile.email} />
        </div>
      )}
      {list !== undefined && (profile?.emailConfirmed !== false || isOn) && (
        <FactorRows list={list} isOn={isOn} />
      )}
      {isUnread(query) && (
        <ErrorState title={t('error.title')} onRetry={() => void query.refetch()} retrying={query.isFetching}>
          {t('error.text')}
        </ErrorState>
      )}
      {list === undefined && !isUnread(query) && <LoadingRows />}
    </Card>
  );
}

function FactorRows({ list, isOn }: { readonly list: Factors; readonly isOn: boolean }) {
  const t = useMessages(twoStepMessages);
  const locale = useLocale();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [showing, setShowing] = useState(false);
  const factors = list.passkeys.length + (list.totp === null ? 0 : 1);

  function added(done: string, { recoveryCodes }: Pick<FactorsChanged, 'recoveryCodes'>): void {
    showToast({ type: 'success', title: done });
    if (recoveryCodes === null) return;
    setCodes(recoveryCodes);
    setShowing(true);
  }

  return (
    <>
      {!isOn && <p className="factor-lead">{t('lead')}</p>}
      <AuthenticatorRow
        totp={list.totp}
        isLast={factors === 1}
        onAdded={(reply) => added(t('done.appAdded'), reply)}
      />
      <PasskeysRow
        passkeys={list.passkeys}
        isLast={factors === 1}
        onAdded={(reply) => added(t('done.passkeyAdded'), reply)}
      />
      {isOn && (
        <RecoveryCodesRow
          left={list.recoveryCodes.left}
          onMade={(made) => {
            setCodes(made);
            setShowing(true);
          }}
        />
      )}
      {isOn && <p className="factor-also">{t('also', accountTerms(locale))}</p>}
      {codes !== null && (
        <Suspense fallback={null}>
          <RecoveryCodesDialog open={showing} codes={codes} onKept={() => setShowing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** As tall as the rows of a user without factors. */
function LoadingRows() {
  return (
    <div aria-busy="true">
      <div className="factor-lead">
        <Skeleton shape="line" />
      </div>
      {['app', 'passkeys'].map((row) => (
        <div className="factor" key={row}>
          <div>
            <Skeleton shape="short" />
            <Skeleton shape="line" />
          </div>
          <Skeleton shape="badge" />
        </div>
      ))}
    </div>
  );
}
