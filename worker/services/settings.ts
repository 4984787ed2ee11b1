// A customer's settings, kept on the server so that every device shows the same (P19).

import type { SettingsChange, SettingsReply } from '../contract/settings.ts';
import type { Refusal } from '../contract/problems.ts';
import { changeSettings, findSettings } from '../db/settings.ts';
import { SETTINGS_CHANGE_LIMIT } from '../domain/limits.ts';
import { ok, type Result } from '../domain/result.ts';
import { claimOneOrRefuse } from './attempts.ts';
import { channelsOf } from './channels.ts';
import type { Deps } from './deps.ts';

export async function readSettings(deps: Deps, userId: string): Promise<SettingsReply> {
  const row = await findSettings(deps.db, userId);
  if (row === null) throw new Error('A live session names a customer without settings');
  return { ...row, channels: channelsOf(deps.env) };
}

export async function saveSettings(
  deps: Deps,
  userId: string,
  chosen: SettingsChange,
): Promise<Result<SettingsReply, Refusal<'TooManyRequests'>>> {
  const claimed = await claimOneOrRefuse(deps, `settings:${userId}`, SETTINGS_CHANGE_LIMIT);
  if (!claimed.ok) return claimed;
  await changeSettings(deps.db, userId, chosen, deps.now());
  return ok(await readSettings(deps, userId));
}
