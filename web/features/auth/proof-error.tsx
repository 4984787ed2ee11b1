import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { proofWords } from '../../i18n/words/proof.ts';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { DeviceError } from './passkey-device.ts';

type ProofErrorProps = { readonly error: unknown; readonly actions?: ReactNode };

/** Why a proof or a passkey failed: refused by the device, or by the server. */
export function ProofError({ error, actions }: ProofErrorProps) {
  const t = useWords(proofWords);
  if (error instanceof DeviceError) {
    return (
      <Note tone="warning" role="alert" title={t(`device.${error.problem}.title`)}>
        {t(`device.${error.problem}.text`)}
      </Note>
    );
  }
  return <ProblemNotice error={error} {...(actions === undefined ? {} : { actions })} />;
}
