// The door to live prices: mount <LivePrices> once, inside the query client; read with usePrices and useFeedState.
// Prices come from the boot block first, then from the socket. No component opens a socket of its own.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { PriceFeed } from './price-feed.ts';
import type { FeedState } from './price-socket.ts';
import { pricesQuery } from './prices-query.ts';
import { whenIdle } from './when-idle.ts';

const FeedStateContext = createContext<FeedState>('connecting');
const FeedRestartContext = createContext<(owner: string | null) => void>(() => undefined);

export function LivePrices({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [state, setState] = useState<FeedState>('connecting');
  const feed = useRef<PriceFeed | null>(null);
  useEffect(() => {
    // The page shows the prices it was sent with; the socket and its code come after the first paint.
    let stopped = false;
    const start = async () => {
      const { startPriceFeed } = await import('./price-feed.ts');
      if (!stopped) feed.current = startPriceFeed(client, setState);
    };
    const cancel = whenIdle(() => void start());
    return () => {
      stopped = true;
      cancel();
      feed.current?.stop();
      feed.current = null;
    };
  }, [client]);
  const owner = useRef<string | null>(null);
  const restart = useCallback((next: string | null) => {
    if (owner.current === next) return;
    owner.current = next;
    feed.current?.restart();
  }, []);
  return (
    <FeedRestartContext value={restart}>
      <FeedStateContext value={state}>{children}</FeedStateContext>
    </FeedRestartContext>
  );
}

/** The state of the socket: Live and Offline badges come from it. */
export function useFeedState(): FeedState {
  return useContext(FeedStateContext);
}

/** Says whose page this is. Another owner gets another socket: the server sends notices to the one it knows. */
export function useFeedRestart(): (owner: string | null) => void {
  return useContext(FeedRestartContext);
}

/** `data` is the newest snapshot; undefined until the first one, never an invented price. */
export function usePrices() {
  return useQuery(pricesQuery);
}
