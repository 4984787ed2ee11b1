// A customer's settings, kept on the server so that every device shows the same (decision 19).

import type { Settings } from '../contract/accounts.ts';
import { findSettings, replaceSettings } from '../db/settings.ts';
import type { Deps } from './deps.ts';

export async function readSettings(deps: Deps, userId: string): Promise<Settings> {
  const row = await findSettings(deps.db, userId);
  if (row === null) throw new Error('A live session names a customer without settings');
  return row;
}

export async function saveSettings(deps: Deps, userId: string, chosen: Settings): Promise<Settings> {
  await replaceSettings(deps.db, userId, chosen, deps.now());
  return readSettings(deps, userId);
}
