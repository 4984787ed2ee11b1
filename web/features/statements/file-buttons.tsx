import { afterwards } from '../../api/afterwards.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import statementsMessages from '#messages/statements.json';
import { Button } from '../../ui/button.tsx';
import { useErrorToast } from '../../ui/problem-notice.tsx';
import type { StatementFormat } from '../../../worker/domain/statements.ts';
import { type StatementsSource, useStatementFile } from './sources.ts';

type FileButtonsProps = {
  readonly source: StatementsSource;
  readonly month: string;
  /** As it is called on the page. */
  readonly name: string;
  readonly formats: readonly StatementFormat[];
};

/** The files of a month, in the language of the page. */
export function FileButtons({ source, month, name, formats }: FileButtonsProps) {
  const t = useMessages(statementsMessages.files);
  const language = useLocale();
  const showError = useErrorToast();
  const file = useStatementFile(source, month);
  const run = (format: StatementFormat) => {
    if (file.isPending) return;
    afterwards(file.mutateAsync({ format, language }), {
      onError: (error) => showError(t('failed'), error, 'statement-file'),
    });
  };
  return (
    <div className="statement-files">
      {formats.map((format) => (
        <Button
          key={format}
          size="small"
          busy={file.isPending && file.variables.format === format}
          busyLabel={t('busy')}
          aria-label={t('label', { format: t(format), month: name })}
          onClick={() => run(format)}
        >
          {t(format)}
        </Button>
      ))}
    </div>
  );
}
