// Opens the step-up dialog for calls that need one. Mounted once, for signed-in users, when the page is idle; the
// dialog's code loads with the first request.

import { Suspense, useEffect, useState } from 'react';
import { stepUps } from '../api/client.ts';
import type { StepUpMethod } from '../../worker/domain/factors.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const StepUpDialog = lazyPart(() => import('../features/auth/step-up-dialog.tsx'), 'StepUpDialog');

type Question = {
  readonly number: number;
  readonly methods: readonly StepUpMethod[];
  readonly answer: (proved: boolean) => void;
};

export function StepUpPrompt() {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    let number = 0;
    let unanswered: ((proved: boolean) => void) | null = null;
    const stop = stepUps.answerWith(
      (methods) =>
        new Promise((resolve) => {
          number += 1;
          const answer = (proved: boolean) => {
            unanswered = null;
            resolve(proved);
          };
          unanswered = answer;
          setQuestion({ number, methods, answer });
          setOpen(true);
        }),
    );
    return () => {
      stop();
      unanswered?.(false);
    };
  }, []);

  if (question === null) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog
        // A new form for each question.
        key={question.number}
        open={open}
        methods={question.methods}
        onDone={(proved) => {
          setOpen(false);
          question.answer(proved);
        }}
      />
    </Suspense>
  );
}
