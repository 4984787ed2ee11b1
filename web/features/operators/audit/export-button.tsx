import { useWords } from '../../../i18n/use-words.ts';
import { adminAuditWords } from '../../../i18n/words/admin-audit.ts';
import { Button } from '../../../ui/button.tsx';
import { useTroubleText } from '../../../ui/problem-notice.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { type AuditFilter, useAuditExport } from './queries.ts';

/** The lines that are on the screen and all that follow them, as a file; without a filter, the whole log. */
export function ExportButton({ filter }: { readonly filter: AuditFilter }) {
  const t = useWords(adminAuditWords);
  const trouble = useTroubleText();
  const download = useAuditExport();
  const start = () =>
    download.mutate(filter, {
      onSuccess: () =>
        showToast({ type: 'success', title: t('export.started.title'), message: t('export.started.text') }),
      onError: (error) => {
        const { what, next } = trouble(error);
        showToast({ type: 'error', title: what, message: next });
      },
    });
  return (
    <Button busy={download.isPending} busyLabel={t('export.busy')} onClick={start}>
      {t('export.button')}
    </Button>
  );
}
