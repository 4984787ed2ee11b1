// Pauses trading with a reason in each language of the site. Import it lazily, as every dialog.

import { type FormEvent, useRef, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPriceSourcesMessages from '#messages/operators-price-sources.json';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import {
  normaliseReason,
  PAUSE_REASON_MAX,
  type PauseReason,
  reasonProblem,
} from '../../../../worker/domain/feed-report.ts';
import { usePauseTrading } from './queries.ts';

type PauseDialogProps = {
  readonly open: boolean;
  /** The reason of the current pause, which the dialog then changes. */
  readonly reason: PauseReason | null;
  readonly onClose: () => void;
};

/** Give it a new `key` each time it opens. */
export function PauseDialog({ open, reason, onClose }: PauseDialogProps) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const pause = usePauseTrading();
  const first = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState<PauseReason>(reason ?? { 'pt-BR': '', en: '' });
  const [tried, setTried] = useState(false);
  const errorOf = (language: keyof PauseReason): string | null => {
    const problem = tried ? reasonProblem(draft[language]) : null;
    return problem === null ? null : t(`pause.errors.${problem}`, { max: PAUSE_REASON_MAX });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reasonProblem(draft['pt-BR']) !== null || reasonProblem(draft.en) !== null) return;
    const given = { 'pt-BR': normaliseReason(draft['pt-BR']), en: normaliseReason(draft.en) };
    afterwards(pause.mutateAsync(given), {
      onSuccess() {
        showToast({ type: 'success', title: t('pause.done'), message: t('pause.doneText') });
        onClose();
      },
    });
  };
  const title = t(reason === null ? 'pause.title' : 'pause.changeTitle');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      width="narrow"
      locked={pause.isPending}
      initialFocus={first}
    >
      <form className="stack feed-pause" noValidate onSubmit={submit}>
        <p>{t('pause.text')}</p>
        <TextArea
          ref={first}
          label={t('pause.pt')}
          hint={t('pause.hint', { max: PAUSE_REASON_MAX })}
          rows={2}
          lang="pt-BR"
          required
          value={draft['pt-BR']}
          error={errorOf('pt-BR')}
          onChange={(event) => setDraft({ ...draft, 'pt-BR': event.target.value })}
        />
        <TextArea
          label={t('pause.en')}
          hint={t('pause.hintEn')}
          rows={2}
          lang="en"
          required
          value={draft.en}
          error={errorOf('en')}
          onChange={(event) => setDraft({ ...draft, en: event.target.value })}
        />
        {pause.error !== null && <ProblemNotice error={pause.error} />}
        <div className="dialog-buttons">
          <Button disabled={pause.isPending} onClick={onClose}>
            {t('pause.cancel')}
          </Button>
          <Button
            type="submit"
            variant={reason === null ? 'danger' : 'primary'}
            busy={pause.isPending}
            busyLabel={t('pause.busy')}
          >
            {t(reason === null ? 'pause.submit' : 'pause.changeSubmit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
