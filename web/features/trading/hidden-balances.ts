// Whether balances are masked, remembered on this device only.

import { stored } from '../../api/stored.ts';

const hiddenBalances = stored('onca-balances-hidden', (text) => text === 'true');

const toggle = () => hiddenBalances.write(String(!hiddenBalances.read()));

export function useHiddenBalances(): readonly [hidden: boolean, toggle: () => void] {
  return [hiddenBalances.use(), toggle];
}
