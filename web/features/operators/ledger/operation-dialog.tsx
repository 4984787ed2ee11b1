// One operation, line by line, and what may be done about it. Import it lazily, as every dialog.

import { isRefusal, ProblemError } from '../../../api/problem-error.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminLedgerWords } from '../../../i18n/words/admin-ledger.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import '../../../styles/admin-ledger.css';
import { EntriesTable } from './entries-table.tsx';
import { OperationFacts } from './operation-facts.tsx';
import { useOperation } from './queries.ts';
import { ReversalPart } from './reversal-part.tsx';

type OperationDialogProps = {
  readonly open: boolean;
  /** An operation's or a receipt's. */
  readonly id: string;
  /** To another operation: what this one undid, or what undid it. */
  readonly onOpen: (operationId: string) => void;
  readonly onClose: () => void;
};

export function OperationDialog({ open, id, onOpen, onClose }: OperationDialogProps) {
  const t = useWords(adminLedgerWords);
  const operation = useOperation(id);
  const { data, error } = operation;
  const gone = isRefusal(error) && error instanceof ProblemError && error.code === 'NotFound';
  return (
    <Dialog open={open} onClose={onClose} title={t('operation.title')}>
      {data !== undefined ? (
        <div className="ledger-operation">
          <OperationFacts operation={data} onOpen={onOpen} />
          <EntriesTable entries={data.entries} />
          <ReversalPart operation={data} />
        </div>
      ) : gone ? (
        <EmptyState title={t('operation.gone')}>{t('operation.goneText')}</EmptyState>
      ) : operation.isError ? (
        <ErrorState
          title={t('error.title')}
          onRetry={() => void operation.refetch()}
          retrying={operation.isFetching}
        >
          {t('error.text')}
        </ErrorState>
      ) : (
        <div className="ledger-operation" aria-busy="true">
          {['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((key) => (
            <Skeleton key={key} shape="line" />
          ))}
        </div>
      )}
    </Dialog>
  );
}
