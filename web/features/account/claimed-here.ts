// Whether the last user of this browser had claimed the bonus. While the session loads, the dashboard keeps a space for the
// offer or none, by this guess, so that nothing moves afterwards.

import { useEffect } from 'react';
import { stored } from '../../api/stored.ts';

const claimedHere = stored('onca-bonus-claimed', (text) => text === 'true');

export const useClaimedHere = claimedHere.use;

export function useRememberClaimed(claimed: boolean): void {
  useEffect(() => claimedHere.write(claimed ? 'true' : null), [claimed]);
}
