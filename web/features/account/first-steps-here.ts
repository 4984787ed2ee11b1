// Whether this browser shows the first steps: `open` while it does, or the id of the customer who finished or dismissed
// them. While the session loads, the dashboard keeps a space for them or none, by this guess, so that nothing moves
// afterwards: a browser that knows nothing of a customer is taken for a new one's, as it is for the offer of the bonus.

import { useEffect, useState } from 'react';
import { stored } from '../../api/stored.ts';
import { useClaimedHere } from './claimed-here.ts';
import { areDone, isNewAccount, type StepStates } from './first-steps.ts';

const OPEN = 'open';
const here = stored('onca-first-steps', (text) => text);

export function useFirstStepsSpace(): boolean {
  const known = here.use();
  const claimedHere = useClaimedHere();
  return known === OPEN || (known === null && !claimedHere);
}

export function useFirstSteps(customer: { readonly id: string; readonly createdAt: string }) {
  const { id, createdAt } = customer;
  const [shown, setShown] = useState(() => isNewAccount(createdAt, Date.now()) && here.read() !== id);
  useEffect(() => {
    // Steps that are finished on the first render have written the id by now.
    if (shown && here.read() !== id) here.write(OPEN);
    if (!shown && here.read() === OPEN) here.write(null);
  }, [shown, id]);
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
