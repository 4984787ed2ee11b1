import { Suspense, useState } from 'react';
import { afterwards } from '../../api/afterwards.ts';
import { accountTerms } from '../../i18n/account-terms.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Button } from '../../ui/button.tsx';
import { useRenewCodes } from './factors.ts';
import { ProofError } from './proof-error.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

type RecoveryCodesRowProps = { readonly left: number; readonly onMade: (codes: readonly string[]) => void };

export function RecoveryCodesRow({ left, onMade }: RecoveryCodesRowProps) {
  const t = useMessages(twoStepMessages);
  const locale = useLocale();
  const renew = useRenewCodes();
  const [asking, setAsking] = useState<boolean | null>(null);
  const make = () =>
    afterwards(renew.mutateAsync(), { onSuccess: ({ recoveryCodes }) => onMade(recoveryCodes ?? []) });
  return (
    <div className="factor">
      <div>
        <h3>{t('codes.title')}</h3>
        <p>{left === 0 ? t('codes.none') : t.count('codes.left', left, accountTerms(locale))}</p>
      </div>
      <Button
        variant="ghost"
        busy={renew.isPending}
        busyLabel={t('codes.renewing')}
        // New codes replace the old ones: ask only when there are some.
        onClick={() => (left === 0 ? make() : setAsking(true))}
      >
        {t('codes.renew')}
      </Button>
      {renew.error !== null && <ProofError error={renew.error} />}
      {asking !== null && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open={asking}
            title={t('confirm.codes.title')}
            text={t('confirm.codes.text')}
            submit={t('confirm.codes.submit')}
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              make();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
