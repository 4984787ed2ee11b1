// The subscribers of the newsletter.

import type { Language } from '../domain/settings-rules.ts';

/** False when the address is on the list already; of racing requests one adds it. */
export async function addSubscriber(
  db: D1Database,
  subscriber: { readonly email: string; readonly language: Language; readonly now: number },
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      'INSERT INTO newsletter_subscribers (email, language, created_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING',
    )
    .bind(subscriber.email, subscriber.language, subscriber.now)
    .run();
  return meta.changes === 1;
}
