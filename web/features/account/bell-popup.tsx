import { isUnread } from '../../ui/unread.ts';
import { useEffect, useState } from 'react';
import { relativeTime } from '../../i18n/relative-time.ts';
import { Link } from '../../i18n/link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import alertsMessages from '#messages/alerts.json';
import commonMessages from '#messages/common.json';
import { useNow } from '../../live/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Popover, type PopoverProps } from '../../ui/popover.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AlertDelivery } from '../../../worker/contract/alerts.ts';
import { Crossing } from './alert-crossing.tsx';
import { MINUTE_MS } from '../../../worker/domain/time.ts';
import { useBell, useMarkRead } from './alerts.ts';

export function BellPopup(props: Pick<PopoverProps, 'anchor' | 'open' | 'onOpenChange'>) {
  const t = useMessages(alertsMessages.bell);
  const bell = useBell();
  const { mutate } = useMarkRead();
  const newest = bell.data?.deliveries[0]?.id ?? null;
  const unread = bell.data?.unread ?? 0;
  const { open, onOpenChange } = props;
  useEffect(() => {
    if (open && newest !== null && unread > 0) mutate(newest);
  }, [open, newest, unread, mutate]);
  const close = () => onOpenChange(false);
  return (
    <Popover {...props} title={t('title')}>
      <Content open={open} onLeave={close} />
    </Popover>
  );
}

function Content({ open, onLeave }: { readonly open: boolean; readonly onLeave: () => void }) {
  const t = useMessages(alertsMessages.bell);
  const common = useMessages(commonMessages);
  const bell = useBell();
  const { data } = bell;
  if (isUnread(bell)) {
    return (
      <div className="bell-nothing" role="alert">
        <p className="small muted">{t('error')}</p>
        <Button size="small" busy={bell.isFetching} onClick={() => void bell.refetch()}>
          {common('retry')}
        </Button>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <div className="bell-nothing" aria-busy="true">
        <Skeleton shape="line" />
        <Skeleton shape="short" />
      </div>
    );
  }
  return (
    <>
      {data.deliveries.length === 0 ? (
        <p className="bell-nothing small muted">{t('empty')}</p>
      ) : (
        <Recent crossings={data.deliveries} open={open} />
      )}
      <Link className="bell-all" to="/profile/alerts" onClick={onLeave}>
        {t(data.deliveries.length === 0 ? 'create' : 'all')}
      </Link>
    </>
  );
}

type RecentProps = { readonly crossings: readonly AlertDelivery[]; readonly open: boolean };

/** Entries that were new when the bell was opened stay marked until it is closed. */
function Recent({ crossings, open }: RecentProps) {
  const f = useFormat();
  const now = useNow(MINUTE_MS);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const unread = crossings.filter(({ readAt }) => readAt === null).map(({ id }) => id);
  const missing = unread.filter((id) => !fresh.has(id));
  if (open && missing.length > 0) setFresh(new Set([...fresh, ...missing]));
  return (
    <ul className="crossings">
      {crossings.map((crossing) => (
        <Crossing key={crossing.id} crossing={crossing} fresh={fresh.has(crossing.id)}>
          <span className="tiny quiet num">{relativeTime(f.locale, crossing.priceAt, now)}</span>
        </Crossing>
      ))}
    </ul>
  );
}
