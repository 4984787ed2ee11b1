import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminMailWords } from '../../../i18n/words/admin-mail.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { OutboxMail } from '../../../../worker/contract/operators/mail.ts';
import { useResending } from './use-resending.ts';

type MailRowProps = { readonly mail: OutboxMail; readonly onDiscard: (mail: OutboxMail) => void };

export function MailRow({ mail, onDiscard }: MailRowProps) {
  const t = useWords(adminMailWords);
  const f = useFormat();
  const { id, kind, email, state, attempts, createdAt } = mail;
  return (
    <tr data-mail={id} data-state={state}>
      <th scope="row" className="admin-kind">
        {t(`kinds.${kind}`)}
      </th>
      <td className="admin-breaks" data-l={t('list.columns.email')}>
        {email}
      </td>
      <td className="admin-wide" data-l={t('list.columns.written')}>
        <time className="num" dateTime={createdAt}>
          {f.dateTime(createdAt, 'dayMonthTime')}
        </time>
      </td>
      <td className="num" data-l={t('list.columns.attempts')}>
        {f.integer(attempts)}
        <span className="sub">
          <When mail={mail} />
        </span>
      </td>
      <td className="admin-breaks admin-said" data-l={t('list.columns.error')}>
        <Said error={mail.lastError} />
      </td>
      <td className="admin-actions">{state !== 'sent' && <Actions mail={mail} onDiscard={onDiscard} />}</td>
    </tr>
  );
}

function When({ mail }: { readonly mail: OutboxMail }) {
  const t = useWords(adminMailWords);
  const f = useFormat();
  const { state, nextAttemptAt, updatedAt } = mail;
  const time = f.dateTime(nextAttemptAt ?? updatedAt, 'dayMonthTime');
  return state === 'waiting' ? t('list.next', { time }) : t(`list.over.${state}`, { time });
}

/** What our own sender notes, in the reader's language; what a mail server said stays as it said it. */
function Said({ error }: { readonly error: string | null }) {
  const t = useWords(adminMailWords);
  if (error === null) return <span className="quiet">{t('list.noError')}</span>;
  if (error.startsWith('Came too late')) return t('errors.late');
  if (error.startsWith('The last attempt never ended')) return t('errors.endless');
  if (error.startsWith('The link was used')) return t('errors.link');
  return <span lang="en">{error}</span>;
}

function Actions({ mail, onDiscard }: MailRowProps) {
  const t = useWords(adminMailWords);
  const { send, sending } = useResending();
  const { id, email, state } = mail;
  const kind = t(`kinds.${mail.kind}`);
  const action = t(state === 'waiting' ? 'resend.waiting' : 'resend.dead');
  return (
    <div className="admin-row-actions">
      <Button
        size="small"
        disabled={!mail.canResend}
        title={mail.canResend ? undefined : t('resend.expired')}
        busy={sending}
        busyLabel={t('resend.busy')}
        aria-label={t('resend.named', { action, kind, email })}
        onClick={() => send([id])}
      >
        {action}
      </Button>
      <Button
        size="small"
        variant="ghost"
        aria-label={t('discard.named', { kind, email })}
        onClick={() => onDiscard(mail)}
      >
        {t('discard.button')}
      </Button>
    </div>
  );
}

export function LoadingRow() {
  return (
    <tr>
      <th scope="row">
        <Skeleton shape="short" />
      </th>
      <td className="admin-breaks">
        <Skeleton shape="line" />
      </td>
      <td className="admin-wide">
        <Skeleton shape="short" />
      </td>
      <td>
        <Skeleton shape="short" />
        <span className="sub">
          <Skeleton shape="short" />
        </span>
      </td>
      <td>
        <Skeleton shape="line" />
      </td>
      <td className="admin-actions">
        <Skeleton shape="badge" />
      </td>
    </tr>
  );
}
