import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminDashboardWords } from '../../../i18n/words/admin-dashboard.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { CustomerSummary } from '../../../../worker/contract/operators/customers.ts';
import { shortId } from '../../../../worker/domain/customers.ts';
import { StatusBadge } from './status-badge.tsx';

type CustomerRowProps = { readonly user: CustomerSummary; readonly onView: (userId: string) => void };

export function CustomerRow({ user, onView }: CustomerRowProps) {
  const t = useWords(adminDashboardWords);
  const f = useFormat();
  const { id, email, createdAt, valueCents, status, isOperator } = user;
  return (
    <tr data-status={status}>
      <th scope="row" className="admin-breaks">
        {email} {isOperator && <Badge tone="neutral">{t('users.operator')}</Badge>}
        <span className="sub num">{shortId(id)}</span>
      </th>
      <td data-l={t('users.columns.joined')}>
        <time className="num" dateTime={createdAt}>
          {f.dateTime(createdAt, 'date')}
        </time>
      </td>
      <td className="r" data-l={t('users.columns.value')}>
        <Money cents={valueCents} bare />
      </td>
      <td data-l={t('users.columns.status')}>
        <StatusBadge status={status} />
      </td>
      <td className="admin-actions">
        <Button size="small" aria-label={t('users.viewNamed', { email })} onClick={() => onView(id)}>
          {t('users.view')}
        </Button>
      </td>
    </tr>
  );
}

export function LoadingRow() {
  return (
    <tr>
      <th scope="row" className="admin-breaks">
        <Skeleton shape="line" />
        <span className="sub">
          <Skeleton shape="short" />
        </span>
      </th>
      <td>
        <Skeleton shape="short" />
      </td>
      <td className="r">
        <Skeleton shape="short" />
      </td>
      <td>
        <Skeleton shape="badge" />
      </td>
      <td className="admin-actions">
        <Skeleton shape="badge" />
      </td>
    </tr>
  );
}
