// The log of every sensitive event of an account, written in the same batch as the event, so that neither is there
// without the other.

import { REFUSED_SIGN_IN_SPAN_MS, type SecurityEventKind } from '../domain/security-events.ts';

export type NewSecurityEvent = {
  readonly id: string;
  readonly userId: string;
  readonly kind: Exclude<SecurityEventKind, 'sign-in-refused'>;
  readonly at: number;
  /** Browser and system (domain/devices.ts: `deviceOf`), where the request said. */
  readonly device: string | null | undefined;
  readonly place: string | null | undefined;
  /** The name of what it happened to, such as a passkey's. */
  readonly detail?: string | null | undefined;
};

/** What the table keeps of a text that a request chose. */
const TEXT_MAX_CHARACTERS = 120;

export function securityEventStatement(db: D1Database, event: NewSecurityEvent): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO security_events (id, user_id, kind, device, place, detail, happened_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
    )
    .bind(
      event.id,
      event.userId,
      event.kind,
      shortText(event.device),
      shortText(event.place),
      shortText(event.detail),
      event.at,
    );
}

type RefusedSignIn = Pick<NewSecurityEvent, 'userId' | 'at' | 'device' | 'place'>;

/** A wrong password or code. One row an hour counts them: whoever guesses cannot push the rest out of sight. */
export function refusedSignInStatement(db: D1Database, refused: RefusedSignIn): D1PreparedStatement {
  const span = Math.floor(refused.at / REFUSED_SIGN_IN_SPAN_MS);
  return db
    .prepare(
      `INSERT INTO security_events (id, user_id, kind, device, place, happened_at)
       VALUES (?1, ?2, 'sign-in-refused', ?3, ?4, ?5)
       ON CONFLICT (id) DO UPDATE SET times = times + 1, device = excluded.device, place = excluded.place,
                                      happened_at = max(happened_at, excluded.happened_at)`,
    )
    .bind(
      `refused:${refused.userId}:${span}`,
      refused.userId,
      shortText(refused.device),
      shortText(refused.place),
      refused.at,
    );
}

function shortText(text: string | null | undefined): string | null {
  const short = [...(text ?? '').toWellFormed().trim()].slice(0, TEXT_MAX_CHARACTERS).join('');
  return short === '' ? null : short;
}
