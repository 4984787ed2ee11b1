import { Link } from '../../../i18n/link.tsx';
import type { WorkedDeposit } from '../../../../worker/contract/operators/deposits.ts';
import { useMay } from '../frame/may.tsx';

/** A link for who may open customers. */
export function CustomerName({ customer: { id, name } }: Pick<WorkedDeposit, 'customer'>) {
  if (!useMay()('customers.read')) return name;
  return (
    <Link to={`/admin/customer?id=${encodeURIComponent(id)}`} className="link">
      {name}
    </Link>
  );
}
