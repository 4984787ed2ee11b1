// The house's money as treasury looks at it: when what was announced arrives, and what the open exchange position is worth.

import { brasiliaDay, type Day } from './brasilia.ts';
import { endOfBusinessDay } from './business-days.ts';
import type { PaymentMethod } from './fees.ts';
import { mulDiv } from './money.ts';

/** Business days, as the pricing page says them, within which a deposit of each method has usually arrived. */
const ARRIVES_WITHIN_DAYS: Readonly<Record<PaymentMethod, number>> = {
  bank_transfer: 2,
  wire: 0,
  debit_card: 0,
  pix: 0,
  ted: 1,
};

export function arrivalDayOf(method: PaymentMethod, at: number): Day {
  return brasiliaDay(endOfBusinessDay(at, ARRIVES_WITHIN_DAYS[method]));
}

const RATE_E4 = 10_000;

/** Dollars and reais together, in dollars at this rate; to the nearest cent, the same for a gain and a loss. */
export function worthCents(
  position: { readonly usdCents: number; readonly brlCents: number },
  rateE4: number,
): number {
  const { usdCents, brlCents } = position;
  const reais = mulDiv(Math.abs(brlCents), RATE_E4, rateE4, 'half-up');
  return usdCents + (brlCents < 0 ? 0 - reais : reais);
}
