import { lazy, Suspense, useState } from 'react';
import { accountFigures } from '../../i18n/account-figures.ts';
import { useLocale, useWords } from '../../i18n/use-words.ts';
import { twoStepWords } from '../../i18n/words/two-step.ts';
import { Button } from '../../ui/button.tsx';
import { useRenewCodes } from './factors.ts';
import { ProofTrouble } from './proof-error.tsx';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

type CodesRowProps = { readonly left: number; readonly onMade: (codes: readonly string[]) => void };

export function CodesRow({ left, onMade }: CodesRowProps) {
  const t = useWords(twoStepWords);
  const locale = useLocale();
  const renew = useRenewCodes();
  const [asking, setAsking] = useState<boolean | null>(null);
  const make = () =>
    renew.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onMade(recoveryCodes ?? []) });
  return (
    <div className="factor">
      <div>
        <h3>{t('codes.title')}</h3>
        <p>{left === 0 ? t('codes.none') : t.count('codes.left', left, accountFigures(locale))}</p>
      </div>
      <Button
        variant="ghost"
        busy={renew.isPending}
        busyLabel={t('codes.renewing')}
        // Without codes there are none to lose.
        onClick={() => (left === 0 ? make() : setAsking(true))}
      >
        {t('codes.renew')}
      </Button>
      {renew.error !== null && <ProofTrouble error={renew.error} />}
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
