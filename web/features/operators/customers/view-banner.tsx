// The banner over a customer's dashboard: the customer's e-mail, read-only access, and the entry in the audit log.

import { isRefusal, ProblemError } from '../../../api/problem-error.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { Card } from '../../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../../ui/data-state.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';

type ViewBannerProps = {
  readonly email: string | undefined;
  /** Undefined until the opening is in the audit log. */
  readonly openedAt: string | undefined;
};

export function ViewBanner({ email, openedAt }: ViewBannerProps) {
  const t = useMessages(operatorsMessages.customer);
  const f = useFormat();
  const known = email !== undefined && openedAt !== undefined;
  return (
    <div className="customer-banner">
      <Note tone="warning" icon="eye" title={known ? t('banner.title', { email }) : t('opening')}>
        {known ? t('banner.text', { time: f.dateTime(openedAt, 'time') }) : '\u00a0'}
      </Note>
    </div>
  );
}

type ViewProblemProps = {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly retrying: boolean;
};

export function ViewProblem({ error, onRetry, retrying }: ViewProblemProps) {
  const t = useMessages(operatorsMessages.customer);
  const notFound = isRefusal(error) && error instanceof ProblemError && error.problem.code === 'NotFound';
  return (
    <Card>
      {notFound ? (
        <EmptyState title={t('gone.title')} action={<LinkButton to="/admin">{t('back')}</LinkButton>}>
          {t('gone.text')}
        </EmptyState>
      ) : (
        <ErrorState title={t('refused.title')} onRetry={onRetry} retrying={retrying}>
          {t('refused.text')}
        </ErrorState>
      )}
    </Card>
  );
}
