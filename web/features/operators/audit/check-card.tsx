// Checks on demand that the audit log has not been changed, and shows the head of the chain for a later proof.

import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsAuditMessages from '#messages/operators-audit.json';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyableId } from '../frame/copyable-id.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { AuditCheckStep } from '../../../../worker/contract/operators/audit-log.ts';
import { api, receive } from '../../../api/client.ts';

export function CheckCard() {
  const t = useMessages(operatorsAuditMessages);
  const { state, run, stop } = useCheck();
  const working = state.at === 'work';
  return (
    <Card
      title={t('check.title')}
      padded
      aria-busy={working}
      aside={
        working ? (
          <Button size="small" onClick={stop}>
            {t('check.stop')}
          </Button>
        ) : (
          <Button size="small" onClick={run}>
            {t(state.at === 'rest' ? 'check.button' : 'check.again')}
          </Button>
        )
      }
    >
      <div className="stack-close" aria-live={working ? 'off' : 'polite'}>
        {state.at === 'rest' && <p className="audit-check-text">{t('check.never')}</p>}
        {working && <Progress seq={state.seq} headSeq={state.headSeq} />}
        {state.at === 'failed' && <ProblemNotice error={state.error} onRetry={run} />}
        {state.at === 'end' && <Outcome step={state.step} checkedAt={state.checkedAt} />}
      </div>
    </Card>
  );
}

function Progress({ seq, headSeq }: { readonly seq: number; readonly headSeq: number }) {
  const t = useMessages(operatorsAuditMessages);
  const f = useFormat();
  const text = t('check.progress', { seq: f.integer(seq), head: f.integer(headSeq) });
  return (
    <>
      <p className="audit-check-text num">{headSeq === 0 ? t('check.busy') : text}</p>
      <ProgressBar label={t('check.busy')} value={seq} max={Math.max(1, headSeq)} text={text} />
    </>
  );
}

type OutcomeProps = { readonly step: AuditCheckStep; readonly checkedAt: number };

function Outcome({ step, checkedAt }: OutcomeProps) {
  const t = useMessages(operatorsAuditMessages);
  const f = useFormat();
  const { broken, seq } = step;
  if (broken !== null) {
    return (
      <>
        <Note tone="error" role="alert" title={t('check.broken.title', { seq: f.integer(broken.seq) })}>
          {t(`check.broken.${broken.kind}`, { seq: f.integer(broken.seq) })} {t('check.broken.next')}
        </Note>
        {seq > 0 && <ChainHead step={step} />}
      </>
    );
  }
  if (seq === 0) return <p className="audit-check-text">{t('check.empty')}</p>;
  return (
    <>
      <Note tone="success" title={t.count('check.holds.title', seq, { n: f.integer(seq) })}>
        {t('check.holds.text', { time: f.dateTime(checkedAt, 'clock') })}
      </Note>
      <ChainHead step={step} />
    </>
  );
}

function ChainHead({ step: { seq, hash } }: { readonly step: AuditCheckStep }) {
  const t = useMessages(operatorsAuditMessages);
  const f = useFormat();
  return (
    <Facts>
      <Fact label={t('check.head')}>{f.integer(seq)}</Fact>
      <Fact label={t('check.mark')}>
        <CopyableId value={hash} of={t('check.markOf', { seq })} whole />
      </Fact>
    </Facts>
  );
}

type CheckState =
  | { readonly at: 'rest' }
  | { readonly at: 'work'; readonly seq: number; readonly headSeq: number }
  | { readonly at: 'end'; readonly step: AuditCheckStep; readonly checkedAt: number }
  | { readonly at: 'failed'; readonly error: unknown };

/** Checks the log step by step: each call checks some lines, and the next continues after them. */
function useCheck() {
  const [state, setState] = useState<CheckState>({ at: 'rest' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(() => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    const show = (next: CheckState) => {
      if (!own.signal.aborted) setState(next);
    };
    show({ at: 'work', seq: 0, headSeq: 0 });
    void follow(own.signal, (step) => show({ at: 'work', seq: step.seq, headSeq: step.headSeq })).then(
      (step) => show({ at: 'end', step, checkedAt: Date.now() }),
      (error: unknown) => show({ at: 'failed', error }),
    );
  }, []);

  const stop = useCallback(() => {
    running.current?.abort();
    setState({ at: 'rest' });
  }, []);

  return { state, run, stop };
}

async function follow(signal: AbortSignal, onStep: (step: AuditCheckStep) => void): Promise<AuditCheckStep> {
  let head = {};
  for (;;) {
    const step = await receive(
      AuditCheckStep,
      api.admin['audit-log'].check.$get({ query: head }, { init: { signal } }),
    );
    if (step.done) return step;
    onStep(step);
    head = { seq: String(step.seq), hash: step.hash };
  }
}
