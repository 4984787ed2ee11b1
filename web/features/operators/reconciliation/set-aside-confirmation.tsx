// The question before a file is set aside, by one operator and then by another. Import it lazily, as every dialog.

import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-reconciliation.json';
import { REASON_MAX_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import type { AskedOfFile } from './files-card.tsx';
import { useSetAside } from './queries.ts';

type SetAsideProps = { readonly open: boolean; readonly of: AskedOfFile; readonly onDone: () => void };

export function SetAsideConfirmation({ open, of: { how, file }, onDone }: SetAsideProps) {
  const t = useMessages(messages.setAside);
  const change = useSetAside();
  const onSuccess = () => {
    showToast({ type: 'success', title: t(`${how}.done`) });
    onDone();
  };
  return (
    <ConfirmChange
      open={open}
      title={t(`${how}.title`)}
      about={file.setAside === null ? file.label : `${file.label}: ${file.setAside.reason}`}
      text={t(`${how}.text`)}
      submit={t(`${how}.submit`)}
      busyLabel={t(`${how}.busy`)}
      danger={how === 'approve'}
      {...(how === 'propose' && {
        reason: { label: t('reason'), hint: t('hint'), maxLength: REASON_MAX_CHARACTERS },
      })}
      busy={change.isPending}
      error={change.error}
      onConfirm={(reason) =>
        afterwards(change.mutateAsync({ how, id: file.setAside?.id ?? file.id, reason }), { onSuccess })
      }
      onCancel={onDone}
    />
  );
}
