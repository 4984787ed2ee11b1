import { type RefObject, Suspense, useRef, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPriceSourcesMessages from '#messages/operators-price-sources.json';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import type { FeedReport } from '../../../../worker/contract/operators/price-feed.ts';
import { Allowed } from '../frame/may.tsx';
import { usePollNow, useResumeTrading } from './queries.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const PauseDialog = lazyPart(() => import('./pause-dialog.tsx'), 'PauseDialog');
const ConfirmChange = lazyPart(() => import('../frame/confirm-change.tsx'), 'ConfirmChange');

type PriceSourcesActionsProps = { readonly report: FeedReport | undefined };

export function PriceSourcesActions(props: PriceSourcesActionsProps) {
  return (
    <Allowed to="feed.change">
      <Actions {...props} />
    </Allowed>
  );
}

function Actions({ report }: PriceSourcesActionsProps) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const [asked, setAsked] = useState<'pause' | 'resume' | null>(null);
  const opened = useOpening(asked, asked);
  const close = () => setAsked(null);
  const paused = report?.paused ?? null;
  const isPaused = paused !== null;
  const pauseButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <RefreshButton />
      <Button ref={pauseButton} disabled={report === undefined} onClick={() => setAsked('pause')}>
        {t(isPaused ? 'pause.change' : 'pause.button')}
      </Button>
      {isPaused && (
        <Button variant="primary" onClick={() => setAsked('resume')}>
          {t('resume.button')}
        </Button>
      )}
      <Suspense fallback={null}>
        {opened?.value === 'pause' && (
          <PauseDialog
            key={opened.number}
            open={opened.open}
            reason={paused?.reason ?? null}
            onClose={close}
          />
        )}
        {opened?.value === 'resume' && (
          <ResumeConfirmation
            key={opened.number}
            open={opened.open}
            pauseId={paused?.id ?? ''}
            onClose={close}
            nextButton={pauseButton}
          />
        )}
      </Suspense>
    </>
  );
}

function RefreshButton() {
  const t = useMessages(operatorsPriceSourcesMessages);
  const showError = useErrorToast();
  const refresh = usePollNow();
  const run = () =>
    afterwards(refresh.mutateAsync(), {
      onSuccess({ polled, accepted }) {
        if (polled === 0) {
          showToast({ type: 'info', title: t('refresh.none'), message: t('refresh.noneText') });
          return;
        }
        const message = accepted === 0 ? t('refresh.sound.zero') : t.count('refresh.sound', accepted);
        const type = accepted === 0 ? 'warning' : 'success';
        showToast({ type, title: t.count('refresh.asked', polled), message });
      },
      onError: (error) => showError(t('refresh.failed'), error),
    });
  return (
    <Button busy={refresh.isPending} busyLabel={t('refresh.busy')} onClick={run}>
      <Icon name="refresh" small />
      {t('refresh.button')}
    </Button>
  );
}

type ResumeProps = {
  readonly open: boolean;
  readonly pauseId: string;
  readonly onClose: () => void;
  /** Takes the focus after the change: the button that asked goes with the pause. */
  readonly nextButton: RefObject<HTMLButtonElement | null>;
};

function ResumeConfirmation({ open, pauseId, onClose, nextButton }: ResumeProps) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const resume = useResumeTrading();
  const confirm = () =>
    afterwards(resume.mutateAsync(pauseId), {
      onSuccess() {
        showToast({ type: 'success', title: t('resume.done') });
        onClose();
      },
    });
  return (
    <ConfirmChange
      open={open}
      title={t('resume.title')}
      text={t('resume.text')}
      submit={t('resume.submit')}
      busyLabel={t('resume.busy')}
      busy={resume.isPending}
      error={resume.error}
      onConfirm={confirm}
      onCancel={onClose}
      finalFocus={() => (resume.isSuccess ? nextButton.current : null)}
    />
  );
}
