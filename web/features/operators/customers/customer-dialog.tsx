// One customer's details, and what an operator may do about the account. Import it lazily, as every dialog.

import { useWords } from '../../../i18n/use-words.ts';
import { adminUserWords } from '../../../i18n/words/admin-user.ts';
import { isRefusal, ProblemError } from '../../../api/problem-error.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import '../../../styles/admin-users.css';
import { CustomerActions } from './customer-actions.tsx';
import { CustomerFacts } from './customer-facts.tsx';
import { useCustomer } from './queries.ts';

type CustomerDialogProps = {
  readonly open: boolean;
  readonly userId: string;
  readonly onClose: () => void;
  /** Whoever is on the customer's page already is not led there. */
  readonly linked?: boolean;
};

export function CustomerDialog({ open, userId, onClose, linked = true }: CustomerDialogProps) {
  const t = useWords(adminUserWords);
  const customer = useCustomer(userId);
  const { data, error } = customer;
  const gone = isRefusal(error) && error instanceof ProblemError && error.code === 'NotFound';
  return (
    <Dialog open={open} onClose={onClose} title={t('title')}>
      {data !== undefined ? (
        <div className="customer-details">
          <CustomerFacts user={data} />
          <CustomerActions user={data} linked={linked} />
        </div>
      ) : gone ? (
        <EmptyState title={t('gone.title')}>{t('gone.text')}</EmptyState>
      ) : customer.isError ? (
        <ErrorState
          title={t('error.title')}
          onRetry={() => void customer.refetch()}
          retrying={customer.isFetching}
        >
          {t('error.text')}
        </ErrorState>
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

const LINES = ['email', 'name', 'id', 'status', 'joined', 'active', 'value', 'cash', 'phone'] as const;

function Loading() {
  return (
    <div className="customer-details" aria-busy="true">
      <div className="customer-details-loading">
        {LINES.map((line) => (
          <Skeleton key={line} shape="line" />
        ))}
      </div>
      <Skeleton shape="block" />
    </div>
  );
}
