// The transactions that the list shows, filter and all, as a file.

import { useMutation } from '@tanstack/react-query';
import transactionsMessages from '#messages/transactions.json';
import { fileApi } from '../../api/client.ts';
import { useLocale } from '../../i18n/use-messages.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorToast } from '../../ui/problem-notice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { askedFor, type TransactionsFilter } from './transactions-query.ts';

const FORMATS = ['csv', 'json'] as const;

export function TransactionsFile({ filter }: { readonly filter: TransactionsFilter }) {
  const t = useMessages(transactionsMessages);
  const language = useLocale();
  const showError = useErrorToast();
  const file = useMutation({
    // Fetched, not linked: a session that has to be renewed is, and a refusal is said on the page.
    async mutationFn(format: (typeof FORMATS)[number]) {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const query = { ...askedFor(filter), format, language, timeZone };
      const reply = await fileApi.transactions.file.$get({ query });
      const name = /filename="([^"]+)"/u.exec(reply.headers.get('Content-Disposition') ?? '')?.[1];
      saveFile(name ?? `onca.${format}`, await reply.blob());
    },
    onError: (error) => showError(t('file.failed'), error, 'transactions-file'),
  });
  return (
    <div className="transactions-file">
      {FORMATS.map((format) => (
        <Button
          key={format}
          variant="ghost"
          size="small"
          busy={file.isPending && file.variables === format}
          busyLabel={t('file.busy')}
          onClick={() => {
            if (!file.isPending) file.mutate(format);
          }}
        >
          {t(`file.${format}`)}
        </Button>
      ))}
    </div>
  );
}
