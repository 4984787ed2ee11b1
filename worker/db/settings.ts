// A customer's settings: one row, made with the account.

import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { settings } from './schema.ts';

export type SettingsRow = Omit<typeof settings.$inferSelect, 'userId' | 'updatedAt'>;

export async function findSettings(db: D1Database, userId: string): Promise<SettingsRow | null> {
  const [row] = await drizzle(db)
    .select({
      notificationEmail: settings.notificationEmail,
      notificationSms: settings.notificationSms,
      notificationPush: settings.notificationPush,
      platform: settings.platform,
      theme: settings.theme,
      language: settings.language,
      currency: settings.currency,
      weightUnit: settings.weightUnit,
    })
    .from(settings)
    .where(eq(settings.userId, userId))
    .limit(1);
  return row ?? null;
}

/** Writes what is named and nothing else: another device may be changing the rest. */
export async function changeSettings(
  db: D1Database,
  userId: string,
  chosen: { readonly [K in keyof SettingsRow]?: SettingsRow[K] | undefined },
  now: number,
): Promise<void> {
  await drizzle(db)
    .update(settings)
    .set({ ...chosen, updatedAt: now })
    .where(eq(settings.userId, userId));
}
