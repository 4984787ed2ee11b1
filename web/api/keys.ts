// Names of everything kept in the query cache, from general to specific, so that one prefix clears a family.

export const queryKeys = {
  prices: ['prices'],
  priceHistories: ['price-history'],
  priceHistory: (metal: string, range: string) => ['price-history', metal, range],
  stats: ['stats'],
  session: ['session'],
  /** Everything that belongs to the signed-in customer; dropped whole when the session ends. */
  own: ['own'],
  settings: ['own', 'settings'],
  portfolio: ['own', 'portfolio'],
  transactions: ['own', 'transactions'],
  transactionList: (status: string, search: string) => ['own', 'transactions', status, search],
} as const;
