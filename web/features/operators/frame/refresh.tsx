import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { RefreshButton } from '../../../ui/refresh-button.tsx';

/** Reads everything of a page again. */
export function Refresh({ onRefresh }: { readonly onRefresh: () => Promise<unknown> }) {
  const t = useMessages(operatorsMessages.frame);
  return (
    <RefreshButton busyLabel={t('refreshing')} onRefresh={onRefresh}>
      {t('refresh')}
    </RefreshButton>
  );
}
