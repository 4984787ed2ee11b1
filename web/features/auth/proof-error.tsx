import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { proofWords } from '../../i18n/words/proof.ts';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { DeviceError } from './passkey-device.ts';

type ProofTroubleProps = { readonly error: unknown; readonly actions?: ReactNode };

/** Why a proof or a passkey came to nothing: the device's no, or the server's. */
export function ProofTrouble({ error, actions }: ProofTroubleProps) {
  const t = useWords(proofWords);
  if (error instanceof DeviceError) {
    return (
      <Note tone="warning" role="alert" title={t(`device.${error.trouble}.title`)}>
        {t(`device.${error.trouble}.text`)}
      </Note>
    );
  }
  return <ProblemNotice error={error} {...(actions === undefined ? {} : { actions })} />;
}
