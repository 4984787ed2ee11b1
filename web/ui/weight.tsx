import { UNKNOWN } from '../i18n/format.ts';
import { useFormat } from '../i18n/use-format.ts';

type WeightProps = { readonly ouncesE4: number | null; readonly masked?: boolean; readonly bare?: boolean };

/** Troy ounces to four decimals: `0,5000 oz`. `bare` leaves the unit out. */
export function Weight({ ouncesE4, masked = false, bare = false }: WeightProps) {
  const f = useFormat();
  const figure = masked ? '••••' : ouncesE4 === null ? UNKNOWN : f.ounces(ouncesE4);
  return <span className="num">{bare ? figure : `${figure}\u00a0oz`}</span>;
}
