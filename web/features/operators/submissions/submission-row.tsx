import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminSubmissionsWords } from '../../../i18n/words/admin-submissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { SubmissionSummary } from '../../../../worker/contract/operators/submissions.ts';
import { ForwardBadge } from './forward-badge.tsx';

type SubmissionRowProps = {
  readonly submission: SubmissionSummary;
  readonly hasWebhook: boolean;
  readonly onView: (id: string) => void;
};

export function SubmissionRow({ submission, hasWebhook, onView }: SubmissionRowProps) {
  const t = useWords(adminSubmissionsWords);
  const f = useFormat();
  const { id, type, email, phone, submittedAt, forwarding } = submission;
  const date = f.dateTime(submittedAt, 'dayMonthYear');
  const clock = f.dateTime(submittedAt, 'clock');
  return (
    <tr data-type={type} data-submission={id}>
      <th scope="row">{t(`type.${type}`)}</th>
      <td data-l={t('list.columns.date')}>
        <time className="num" dateTime={submittedAt}>
          {date} <span className="sub">{clock}</span>
        </time>
      </td>
      <td className="admin-breaks" data-l={t('list.columns.email')}>
        {email}
      </td>
      <td className="admin-wide num" data-l={t('list.columns.phone')}>
        {phone ?? <span className="quiet">{t('details.noPhone')}</span>}
      </td>
      <td data-l={t('list.columns.webhook')}>
        <ForwardBadge state={forwarding.state} hasWebhook={hasWebhook} />
      </td>
      <td className="admin-actions">
        <Button
          size="small"
          aria-label={t('list.viewNamed', { type: t(`type.${type}`), email, date: `${date}, ${clock}` })}
          onClick={() => onView(id)}
        >
          {t('list.view')}
        </Button>
      </td>
    </tr>
  );
}

export function LoadingRow() {
  return (
    <tr>
      <th scope="row">
        <Skeleton shape="short" />
      </th>
      <td>
        <Skeleton shape="short" />
      </td>
      <td className="admin-breaks">
        <Skeleton shape="line" />
      </td>
      <td className="admin-wide">
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
