// The door to the back-test: its code, its words and the history come when somebody asks for them.

import { lazy, Suspense } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { BacktestProps } from './backtest.tsx';
import '../../../styles/backtest.css';

const Backtest = lazy(async () => ({ default: (await import('./backtest.tsx')).Backtest }));

export function PastPrices(props: BacktestProps) {
  return (
    <Suspense fallback={<BacktestWaiting />}>
      <Backtest {...props} />
    </Suspense>
  );
}

export function BacktestWaiting() {
  const t = useMessages(calculatorsMessages);
  return (
    <div className="backtest" aria-busy="true">
      <output className="visually-hidden">{t('loading')}</output>
      <Skeleton shape="line" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </div>
  );
}
