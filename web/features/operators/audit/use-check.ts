// The check of the whole log, step by step: each call looks at some lines, and the next goes on where it stopped.

import { useCallback, useEffect, useRef, useState } from 'react';
import { api, receive } from '../../../api/client.ts';
import { AuditCheckStep } from '../../../../worker/contract/operators/audit-log.ts';

export type CheckState =
  | { readonly at: 'rest' }
  | { readonly at: 'work'; readonly seq: number; readonly headSeq: number }
  | { readonly at: 'end'; readonly step: AuditCheckStep; readonly checkedAt: number }
  | { readonly at: 'trouble'; readonly error: unknown };

export function useCheck() {
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
      (error: unknown) => show({ at: 'trouble', error }),
    );
  }, []);

  const stop = useCallback(() => {
    running.current?.abort();
    setState({ at: 'rest' });
  }, []);

  return { state, run, stop };
}

async function follow(signal: AbortSignal, onStep: (step: AuditCheckStep) => void): Promise<AuditCheckStep> {
  let place = {};
  for (;;) {
    const step = await receive(
      AuditCheckStep,
      api.admin['audit-log'].check.$get({ query: place }, { init: { signal } }),
    );
    if (step.done) return step;
    onStep(step);
    place = { seq: String(step.seq), hash: step.hash };
  }
}
