// What an operator chose for the area on this device: the width of the rail, and the shortcuts of one key.

import { stored } from '../../../api/stored.ts';

const closedRail = stored('onca-rail-closed', (text) => text === 'true');
const shortcutsOff = stored('onca-shortcuts-off', (text) => text === 'true');

export function useRail(): readonly [isClosed: boolean, toggle: () => void] {
  return [closedRail.use(), () => closedRail.write(String(!closedRail.read()))];
}

/** Shortcuts of one key can be switched off (WCAG 2.1.4): who speaks to the computer types letters by accident. */
export function useShortcuts(): readonly [areOn: boolean, choose: (on: boolean) => void] {
  return [!shortcutsOff.use(), (on) => shortcutsOff.write(on ? null : 'true')];
}
