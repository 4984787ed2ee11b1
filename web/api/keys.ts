// The keys of the query cache, from general to specific: invalidating a prefix covers all keys below it.

/** The one mutation that others look for. */
export const SIGN_OUT_KEY = ['sign-out'] as const;

export const queryKeys = {
  prices: ['prices'],
  priceHistories: ['price-history'],
  priceHistory: (metal: string, range: string) => ['price-history', metal, range],
  stats: ['stats'],
  storageTariff: ['storage-tariff'],
  /** What the vault can sell. */
  stock: ['stock'],
  /** The images of the site's cards (by page), and the hero video. */
  siteImages: ['site-images'],
  siteVideos: ['site-videos'],
  session: ['session'],
  /** The public keys of our signatures. */
  signingKeys: ['signing-keys'],
  /** Everything that belongs to the signed-in customer; dropped whole when the session ends. */
  own: ['own'],
  settings: ['own', 'settings'],
  /** The customer's alerts, the log of fired ones, and the part of it that the bell shows. */
  alerts: ['own', 'alerts'],
  alertList: ['own', 'alerts', 'list'],
  alertLog: ['own', 'alerts', 'log'],
  alertBell: ['own', 'alerts', 'bell'],
  factors: ['own', 'factors'],
  emailChange: ['own', 'email-change'],
  identity: ['own', 'identity'],
  myData: ['own', 'data'],
  closing: ['own', 'closing'],
  factorsInDoubt: (token: string) => ['factors-in-doubt', token],
  /** The open sessions and the security log. */
  security: ['own', 'security'],
  sessionList: ['own', 'security', 'sessions'],
  securityLog: ['own', 'security', 'log'],
  /** The operators' data; below `own`, so that it is removed when the session ends. */
  operators: (...of: readonly string[]) => ['own', 'operators', ...of],
  portfolio: ['own', 'portfolio'],
  /** Below the portfolio: an invalidation of the portfolio includes its history. */
  portfolioHistory: (range: string) => ['own', 'portfolio', 'history', range],
  /** Below the transactions: whatever moves something moves the month under way. */
  statements: ['own', 'transactions', 'statements'],
  /** The tax workbook, likewise: the years, one of them, a month. */
  tax: (...of: readonly string[]) => ['own', 'transactions', 'tax', ...of],
  /** Below the portfolio: a charge changes both. */
  storage: (month: string | undefined) => ['own', 'portfolio', 'storage', month],
  /** Below the portfolio: every movement changes what may be withdrawn. */
  withdrawalTerms: ['own', 'portfolio', 'withdrawal-terms'],
  /** The accounts that money may go to. */
  payoutAccounts: ['own', 'payout-accounts'],
  transactions: ['own', 'transactions'],
  /** Below the transactions, so that a notice reads how they stand. */
  withdrawals: ['own', 'transactions', 'withdrawals'],
  withdrawal: (id: string) => ['own', 'transactions', 'withdrawals', id],
  transaction: (id: string) => ['own', 'transactions', 'one', id],
  /** Below the transactions: a payment that settles a deposit changes both. */
  reaisDeposit: (id: string) => ['own', 'transactions', 'reais', id],
  reaisTerms: ['own', 'transactions', 'reais-terms'],
  receipt: (id: string) => ['own', 'transactions', 'receipt', id],
} as const;
