// The tariffs that operators set: what storage costs, and what the exchange of reais costs.

import { isUnread } from '../../../ui/unread.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import tariffMessages from '#messages/operators-tariff.json';
import titles from '#messages/titles.json';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/data-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Allowed } from '../frame/may.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { ExchangeTariffsCard, ProposeExchangeCard } from './exchange-cards.tsx';
import { useExchangeTariffs, useTariffs } from './queries.ts';
import { ProposeStorageCard, StorageTariffsCard } from './storage-cards.tsx';

export function TariffDesk() {
  const t = useMessages(tariffMessages);
  const storage = useTariffs();
  const exchange = useExchangeTariffs();
  return (
    <OperatorsPanel title={titles.tariff.title} lead={t('lead')}>
      <Part query={storage}>
        {(report) => (
          <>
            <StorageTariffsCard report={report} />
            <Allowed to="tariff.propose">
              <ProposeStorageCard report={report} />
            </Allowed>
          </>
        )}
      </Part>
      <Part query={exchange}>
        {(report) => (
          <>
            <ExchangeTariffsCard report={report} />
            <Allowed to="tariff.propose">
              <ProposeExchangeCard report={report} />
            </Allowed>
          </>
        )}
      </Part>
    </OperatorsPanel>
  );
}

type PartProps<R> = {
  readonly query: {
    readonly data: R | undefined;
    readonly errorUpdateCount: number;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly children: (report: R) => ReactNode;
};

function Part<R>({ query, children }: PartProps<R>) {
  const { data, isFetching, refetch } = query;
  const t = useMessages(tariffMessages.error);
  if (data !== undefined) return children(data);
  return (
    <Card padded aria-busy={!isUnread(query)}>
      {isUnread(query) ? (
        <ErrorState title={t('title')} onRetry={() => void refetch()} retrying={isFetching}>
          {t('text')}
        </ErrorState>
      ) : (
        <Skeleton shape="block" />
      )}
    </Card>
  );
}
