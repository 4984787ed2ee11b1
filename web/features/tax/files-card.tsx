import { afterwards } from '../../api/afterwards.ts';
import { Link } from '../../i18n/link.tsx';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import taxMessages from '#messages/tax.json';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useErrorToast } from '../../ui/problem-notice.tsx';
import { TAX_FORMATS } from '../../../worker/contract/tax.ts';
import { useTaxFile } from './queries.ts';

/** The signed files of a year, in the language of the page. */
export function FilesCard({ year }: { readonly year: number }) {
  const t = useMessages(taxMessages.files);
  const language = useLocale();
  const showError = useErrorToast();
  const file = useTaxFile(year);
  return (
    <Card title={t('title')} padded>
      <div className="stack">
        <p className="muted">
          {t('text')}{' '}
          <Link to="/verify" className="link">
            {t('verify')}
          </Link>
        </p>
        <div className="tax-files">
          {TAX_FORMATS.map((format) => (
            <Button
              key={format}
              busy={file.isPending && file.variables.format === format}
              busyLabel={t('busy')}
              aria-label={t('label', { format: t(format), year })}
              onClick={() => {
                if (file.isPending) return;
                afterwards(file.mutateAsync({ format, language }), {
                  onError: (error) => showError(t('failed'), error, 'tax-file'),
                });
              }}
            >
              {t(format)}
            </Button>
          ))}
        </div>
      </div>
    </Card>
  );
}
