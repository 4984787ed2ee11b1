import { Suspense, useState } from 'react';
import { afterwards } from '../../api/afterwards.ts';
import { accountTerms } from '../../i18n/account-terms.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { Factors, FactorsChanged } from '../../../worker/contract/factors.ts';
import { deviceOf } from '../../../worker/domain/devices.ts';
import { PASSKEYS_MAX } from '../../../worker/domain/factors.ts';
import { canUsePasskeys, prepareDevice } from './passkey-device.ts';
import { useAddPasskey, useRemovePasskey } from './factors.ts';
import { type Passkey, PasskeyLine } from './passkey-line.tsx';
import { ProofError } from './proof-error.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');
const RenameDialog = lazyPart(() => import('./rename-passkey-dialog.tsx'), 'RenameDialog');

type PasskeysRowProps = {
  readonly passkeys: Factors['passkeys'];
  /** Whether there is only one factor. */
  readonly isLast: boolean;
  readonly onAdded: (changed: FactorsChanged) => void;
};

/** A dialog about one passkey, which it still shows while it closes. */
type About = { readonly passkey: Passkey; readonly open: boolean };

export function PasskeysRow({ passkeys, isLast, onAdded }: PasskeysRowProps) {
  const t = useMessages(twoStepMessages);
  const add = useAddPasskey();
  const remove = useRemovePasskey();
  const [removing, setRemoving] = useState<About | null>(null);
  const [renaming, setRenaming] = useState<About | null>(null);
  const error = add.error ?? remove.error;
  const name = deviceOf(navigator.userAgent) ?? t('passkeys.defaultName');
  return (
    <div className="factor">
      <div>
        <h3>{t('passkeys.title')}</h3>
        <PasskeysText count={passkeys.length} />
      </div>
      <Button
        disabled={!canUsePasskeys() || passkeys.length >= PASSKEYS_MAX}
        busy={add.isPending}
        busyLabel={t('passkeys.adding')}
        onPointerEnter={prepareDevice}
        onFocus={prepareDevice}
        onClick={() => {
          remove.reset();
          afterwards(add.mutateAsync(name), { onSuccess: onAdded });
        }}
      >
        {t('passkeys.add')}
      </Button>
      {error !== null && <ProofError error={error} />}
      {passkeys.length > 0 && (
        <ul className="factor-list">
          {passkeys.map((passkey) => (
            <PasskeyLine
              key={passkey.id}
              passkey={passkey}
              removing={remove.isPending && remove.variables === passkey.id}
              onRename={() => setRenaming({ passkey, open: true })}
              onRemove={() => setRemoving({ passkey, open: true })}
            />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {renaming !== null && (
          <RenameDialog
            key={renaming.passkey.id}
            open={renaming.open}
            passkey={renaming.passkey}
            onClose={() => setRenaming({ ...renaming, open: false })}
          />
        )}
        {removing !== null && (
          <ConfirmDialog
            open={removing.open}
            title={t('confirm.passkey.title', { name: removing.passkey.name })}
            text={isLast ? t('confirm.last') : t('confirm.others')}
            submit={t('confirm.passkey.submit')}
            onCancel={() => setRemoving({ ...removing, open: false })}
            onConfirm={() => {
              setRemoving({ ...removing, open: false });
              add.reset();
              afterwards(remove.mutateAsync(removing.passkey.id), {
                onSuccess: () => showToast({ type: 'success', title: t('done.passkeyRemoved') }),
              });
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function PasskeysText({ count }: { readonly count: number }) {
  const t = useMessages(twoStepMessages);
  const locale = useLocale();
  if (!canUsePasskeys()) return <p>{t('passkeys.unsupported')}</p>;
  if (count >= PASSKEYS_MAX) return <p>{t('passkeys.full', accountTerms(locale))}</p>;
  return <p>{t('passkeys.none')}</p>;
}
