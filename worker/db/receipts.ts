// What a customer's receipt is signed over, besides the transaction: the operation that moved its money and metal, its
// entries, and what its price was made from. Of a deposit that settled, the operation is its settlement.

export type ReceiptOperation = {
  readonly id: string;
  readonly kind: string;
  readonly createdAt: number;
  readonly quoteId: string | null;
  /** JSON: what the quote's price was made from. */
  readonly quoteBasis: string | null;
  /** In the order they were posted. */
  readonly entries: readonly ReceiptEntry[];
};

/** The house's accounts by their names; the customer's own is `customer`. */
export type ReceiptEntry = { readonly account: string; readonly asset: string; readonly amount: number };

export async function findReceiptOperation(
  db: D1Database,
  accountId: string,
  transactionId: string,
): Promise<ReceiptOperation | null> {
  const row = await db
    .prepare(
      `SELECT o.id, o.kind, o.created_at AS createdAt, o.quote_id AS quoteId, o.quote_basis AS quoteBasis,
         (SELECT json_group_array(json_object('account', iif(e.account_id = o.account_id, 'customer', e.account_id),
            'asset', e.asset, 'amount', e.amount) ORDER BY e.line) FROM entries e WHERE e.operation_id = o.id) AS entries
       FROM transactions t LEFT JOIN deposits d ON d.id = t.id
         JOIN operations o ON o.id = coalesce(d.settlement_id, t.operation_id)
       WHERE t.id = ?1 AND t.account_id = ?2`,
    )
    .bind(transactionId, accountId)
    .first<Omit<ReceiptOperation, 'entries'> & { readonly entries: string }>();
  return row === null ? null : { ...row, entries: JSON.parse(row.entries) as ReceiptEntry[] };
}
