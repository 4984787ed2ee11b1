// The account of a new customer: opened at zero, in the same atomic batch that creates the user.

/** Statements that open the money account of `userId`. A holding's row appears with the first purchase. */
export function openAccount(db: D1Database, userId: string, now: number): D1PreparedStatement[] {
  return [
    db.prepare(`INSERT INTO accounts (id, kind, created_at) VALUES (?, 'customer', ?)`).bind(userId, now),
  ];
}
