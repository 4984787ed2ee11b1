import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { usePrices } from '../../../live/live-prices.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Allowed } from './may.tsx';
import { Note } from '../../../ui/note.tsx';

/** On the operators' pages while quoting is paused: what customers read, and the way to the page that lifts it. */
export function PauseStrip() {
  const t = useMessages(operatorsMessages.frame);
  const f = useFormat();
  const source = usePrices().data?.source;
  if (source?.reason !== 'paused') return null;
  const reason = source.pausedReason?.[f.locale];
  return (
    <Note
      tone="warning"
      icon="pause"
      role="alert"
      title={t('paused.title')}
      actions={
        <Allowed to="feed.read">
          <LinkButton to="/admin/feed" size="small">
            {t('paused.see')}
          </LinkButton>
        </Allowed>
      }
    >
      {reason === undefined ? null : t('paused.reason', { reason })}
    </Note>
  );
}
