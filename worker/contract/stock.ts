// GET /api/stock: what the vault can sell now, the same for all.

import * as v from 'valibot';
import { TRADED_METALS } from '../domain/metals.ts';
import { IsoTime, OuncesE4 } from './money.ts';

export const Stock = v.object({
  asOf: IsoTime,
  metals: v.array(v.object({ metal: v.picklist(TRADED_METALS), freeOuncesE4: OuncesE4 })),
});
export type Stock = v.InferOutput<typeof Stock>;
