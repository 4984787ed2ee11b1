// Whether this browser shows the first steps: `open` while it does, so that the loading dashboard keeps their space; the id
// of the customer who finished or dismissed them.

import { useEffect, useState } from 'react';
import { stored } from '../../api/stored.ts';
import { areDone, isNewAccount, type StepStates } from './first-steps.ts';

const OPEN = 'open';
const here = stored('onca-first-steps', (text) => text);

export const useFirstStepsSpace = (): boolean => here.use() === OPEN;

export function useFirstSteps(customer: { readonly id: string; readonly createdAt: string }) {
  const { id, createdAt } = customer;
  const [shown, setShown] = useState(() => isNewAccount(createdAt, Date.now()) && here.read() !== id);
  useEffect(() => {
    if (shown) here.write(OPEN);
    else if (here.read() === OPEN) here.write(null);
  }, [shown]);
  return {
    shown,
    dismiss() {
      here.write(id);
      setShown(false);
    },
  };
}

/** Finished steps stay on the page that finished them and are gone on the next. */
export function useRememberFinished(id: string, steps: StepStates): void {
  const finished = areDone(steps);
  useEffect(() => {
    if (finished) here.write(id);
  }, [finished, id]);
}
