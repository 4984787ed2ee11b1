// Of which payment an operation `o` is the doing: joins for whoever reads what moved on the house's accounts of cash.

/** A deposit or a withdrawal lends itself to what settles, returns, undoes or disputes it; a payment in reais to what brings it in or sends it back. */
export const ORIGIN_JOINS = `
  LEFT JOIN deposits settled ON settled.settlement_id = coalesce(o.reverses, o.id)
  LEFT JOIN dispute_steps step ON step.operation_id = o.id LEFT JOIN disputes taken ON taken.id = step.dispute_id
  LEFT JOIN deposits disputed ON disputed.id = taken.deposit_id
  LEFT JOIN stray_payments stray ON stray.deposit_id = coalesce(settled.id, disputed.id) AND stray.outcome = 'credited'
  LEFT JOIN withdrawals paid ON paid.end_id = o.id LEFT JOIN withdrawals returned ON returned.return_id = o.id
  LEFT JOIN brl_payments arrived ON arrived.arrival_id = o.id LEFT JOIN brl_payments ended ON ended.end_id = o.id
  LEFT JOIN brl_deposits charge ON charge.id = coalesce(arrived.deposit_id, ended.deposit_id)
  LEFT JOIN hand_refunds hand ON hand.gateway = ended.gateway AND hand.payment_id = ended.id AND hand.state = 'approved'
  LEFT JOIN treasury_orders booked ON booked.operation_id = o.id`;

/**
 * The house's own share of customers' money changes with each trade, on the same account, and no bank is told: it is one account at the
 * bank. So is what undoes one.
 */
export const IS_TRADE = `(o.kind = 'trade' OR EXISTS (SELECT 1 FROM operations undone WHERE undone.id = o.reverses AND undone.kind = 'trade'))`;

/**
 * Reais that waited are back in the bank account by one operation and are settled from it by the next (ledger/pix.ts): both together
 * move nothing, and no bank has a line of either. What the bank has is their arrival.
 */
export const IS_WITHIN_THE_HOUSE = `((o.kind = 'reais' AND o.idempotency_key >= 'credited:' AND o.idempotency_key < 'credited;')
  OR ended.state IS 'credited')`;

/** NULL: no payment moved it. */
export const ORIGIN_GATEWAY =
  'coalesce(settled.gateway, disputed.gateway, paid.gateway, returned.gateway, arrived.gateway, ended.gateway)';

/** Every name under which a bank may know it, as JSON; some are null. A stray payment that was credited has a reference of its own. */
export const ORIGIN_NAMES = `json_array(o.id, settled.id, settled.gateway_reference, disputed.id, disputed.gateway_reference, taken.case_number,
  stray.reference, paid.id, paid.gateway_reference, returned.id, returned.gateway_reference, arrived.id, ended.id, charge.txid, hand.reference, booked.reference)`;
