import { useWords } from '../../../i18n/use-words.ts';
import { adminSubmissionsWords } from '../../../i18n/words/admin-submissions.ts';
import { Button } from '../../../ui/button.tsx';
import { useTroubleText } from '../../../ui/problem-notice.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { type SubmissionsFilter, useExport } from './queries.ts';

type ExportButtonProps = { readonly filter: SubmissionsFilter; readonly disabled: boolean };

/** All of the filtered list, not only the pages in sight. */
export function ExportButton({ filter, disabled }: ExportButtonProps) {
  const t = useWords(adminSubmissionsWords);
  const trouble = useTroubleText();
  const take = useExport();
  const start = () =>
    take.mutate(filter, {
      onSuccess({ rows }) {
        showToast({ type: 'success', title: t('export.done.title'), message: t.count('export.done', rows) });
      },
      onError(error) {
        const { what, next } = trouble(error);
        showToast({ type: 'error', title: t('export.failed'), message: `${what} ${next}` });
      },
    });
  return (
    <Button
      size="small"
      disabled={disabled}
      busy={take.isPending}
      busyLabel={t('export.busy')}
      onClick={start}
    >
      {t('export.button')}
    </Button>
  );
}
