// The customer's portfolio now: stored facts at current prices. Without a price a value is unknown, never zero.

import { portfolioOf, type Portfolio } from '../contract/portfolio.ts';
import { readStoredPortfolio } from '../db/portfolio.ts';
import { valuePortfolio } from '../domain/portfolio.ts';
import { type MoneyDeps, recentMarks } from './price-source.ts';

export async function readPortfolio(
  deps: Pick<MoneyDeps, 'db' | 'env' | 'hub' | 'now'>,
  accountId: string,
): Promise<Portfolio> {
  const [facts, marks] = await Promise.all([
    readStoredPortfolio(deps.db, accountId, deps.now()),
    recentMarks(deps),
  ]);
  if (facts === null) throw new Error('a customer has an account');
  return portfolioOf(valuePortfolio(facts, marks));
}
