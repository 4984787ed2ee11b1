// Days of the Banco Central's series that wait for an operator: what each reading said, and which one is taken.

import { Suspense, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPriceSourcesMessages from '#messages/operators-price-sources.json';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/data-state.tsx';
import { useOpening } from '../../../ui/use-opening.ts';
import {
  BULLETIN_READINGS,
  BULLETIN_REASON_MAX,
  type BulletinDecision,
  type HeldBulletins,
} from '../../../../worker/contract/operators/bulletins.ts';
import { Allowed } from '../frame/may.tsx';
import { useBulletins, useDecideBulletin } from './queries.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const ConfirmChange = lazyPart(() => import('../frame/confirm-change.tsx'), 'ConfirmChange');

type HeldDay = HeldBulletins['days'][number];
type Taking = { readonly day: HeldDay; readonly take: BulletinDecision['take'] };

export function BulletinsCard() {
  const t = useMessages(operatorsPriceSourcesMessages.bulletins);
  const f = useFormat();
  const { data } = useBulletins();
  const [taking, setTaking] = useState<Taking | null>(null);
  const dayOf = (day: string) => f.dateTime(Date.parse(day), 'date', 'UTC');
  return (
    <Card title={t('title')} aria-busy={data === undefined}>
      {data?.days.length === 0 ? (
        <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>
      ) : (
        <Table
          className="admin-table"
          caption={t('caption')}
          rows={data?.days}
          skeletons={1}
          rowKey={({ day }) => day}
          columns={[
            { key: 'day', label: t('day'), header: true, className: 'num', render: ({ day }) => dayOf(day) },
            {
              key: 'why',
              label: t('why'),
              className: 'admin-breaks',
              render: ({ held }) => t(`held.${held}`),
            },
            ...BULLETIN_READINGS.map((take) => ({
              key: take,
              label: t(take),
              className: 'num',
              render: (day: HeldDay) => (
                <ReadingCell day={day} take={take} onTake={() => setTaking({ day, take })} />
              ),
            })),
          ]}
        />
      )}
      <Suspense fallback={null}>
        <DecideDialog taking={taking} onClose={() => setTaking(null)} />
      </Suspense>
    </Card>
  );
}

type ReadingCellProps = Taking & { readonly onTake: () => void };

function ReadingCell({ day, take, onTake }: ReadingCellProps) {
  const t = useMessages(operatorsPriceSourcesMessages.bulletins);
  const f = useFormat();
  const reading = day[take];
  if (reading === null) return <>{t('notYet')}</>;
  const { bulletin, readAt } = reading;
  return (
    <>
      {bulletin === null
        ? t('none')
        : t('rates', {
            buy: f.decimal(bulletin.buyE4 / 10_000, 4),
            sell: f.decimal(bulletin.sellE4 / 10_000, 4),
          })}
      <span className="sub">{t('readAt', { time: f.dateTime(readAt, 'minute') })}</span>
      <Allowed to="feed.change">
        <Button size="small" aria-label={t('takeOf', { reading: t(take), day: day.day })} onClick={onTake}>
          {t('take')}
        </Button>
      </Allowed>
    </>
  );
}

function DecideDialog({ taking, onClose }: { readonly taking: Taking | null; readonly onClose: () => void }) {
  const t = useMessages(operatorsPriceSourcesMessages.bulletins);
  const f = useFormat();
  const decide = useDecideBulletin();
  const opened = useOpening(taking, taking === null ? null : `${taking.day.day} ${taking.take}`);
  if (opened === null) return null;
  const { day, take } = opened.value;
  return (
    <ConfirmChange
      key={opened.number}
      open={opened.open}
      title={t('decide')}
      about={`${f.dateTime(Date.parse(day.day), 'date', 'UTC')}: ${t(take)}`}
      text={t('decideText')}
      submit={t('take')}
      busyLabel={t('taking')}
      reason={{ label: t('reason'), hint: t('reasonHint'), maxLength: BULLETIN_REASON_MAX }}
      busy={decide.isPending}
      error={decide.error}
      onConfirm={(reason) =>
        afterwards(decide.mutateAsync({ day: day.day, take, reason }), { onSuccess: onClose })
      }
      onCancel={onClose}
    />
  );
}
