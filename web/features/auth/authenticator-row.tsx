import { Suspense, useState } from 'react';
import { afterwards } from '../../api/afterwards.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { Factors, FactorsChanged } from '../../../worker/contract/factors.ts';
import { useBeginTotp, useRemoveTotp } from './factors.ts';
import { ProofError } from './proof-error.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const TotpDialog = lazyPart(() => import('./totp-dialog.tsx'), 'TotpDialog');
const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

type AuthenticatorRowProps = {
  readonly totp: Factors['totp'];
  /** Whether it is the only factor. */
  readonly isLast: boolean;
  readonly onAdded: (changed: FactorsChanged) => void;
};

export function AuthenticatorRow({ totp, isLast, onAdded }: AuthenticatorRowProps) {
  const t = useMessages(twoStepMessages);
  const begin = useBeginTotp();
  const remove = useRemoveTotp();
  const [setting, setSetting] = useState(false);
  const [asking, setAsking] = useState<boolean | null>(null);
  const error = begin.error ?? remove.error;
  return (
    <div className="factor">
      <div>
        <h3>{t('app.title')}</h3>
        {totp === null ? <p>{t('app.off')}</p> : <AppDates totp={totp} />}
      </div>
      {totp === null ? (
        <Button
          busy={begin.isPending}
          busyLabel={t('app.adding')}
          onClick={() => {
            remove.reset();
            afterwards(begin.mutateAsync(), { onSuccess: () => setSetting(true) });
          }}
        >
          {t('app.add')}
        </Button>
      ) : (
        <Button
          variant="ghost"
          busy={remove.isPending}
          busyLabel={t('app.removing')}
          aria-label={t('app.removeLabel')}
          onClick={() => setAsking(true)}
        >
          {t('app.remove')}
        </Button>
      )}
      {error !== null && <ProofError error={error} />}
      {begin.data !== undefined && (
        <Suspense fallback={null}>
          <TotpDialog
            key={begin.data.setup}
            open={setting}
            setup={begin.data}
            onClose={() => setSetting(false)}
            onConfirmed={(changed) => {
              setSetting(false);
              onAdded(changed);
            }}
          />
        </Suspense>
      )}
      {asking !== null && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open={asking}
            title={t('confirm.app.title')}
            text={isLast ? t('confirm.last') : t('confirm.others')}
            submit={t('confirm.app.submit')}
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              afterwards(remove.mutateAsync(), {
                onSuccess: () => showToast({ type: 'success', title: t('done.appRemoved') }),
              });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function AppDates({ totp }: { readonly totp: NonNullable<Factors['totp']> }) {
  const t = useMessages(twoStepMessages);
  const f = useFormat();
  return (
    <p>
      {t('app.since', { date: f.dateTime(totp.createdAt, 'dayMonthYear') })}{' '}
      {totp.lastUsedAt === null
        ? t('app.neverUsed')
        : t('app.lastUsed', { date: f.dateTime(totp.lastUsedAt, 'dayMonthYear') })}
    </p>
  );
}
