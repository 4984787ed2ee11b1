// Live prices: <LivePrices> is mounted once, inside the query client; components read usePrices and useStreamState.
// Prices come from the boot block first, then from the socket. No component opens a socket of its own.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { PriceStream } from './price-stream.ts';
import type { StreamState } from './price-socket.ts';
import { pricesQuery } from './prices-query.ts';
import { whenIdle } from './when-idle.ts';

/** After code that could not be loaded. */
const AGAIN_MS = 3_000;

const StateContext = createContext<StreamState>('connecting');
const RestartContext = createContext<(owner: string | null) => void>(() => undefined);

export function LivePrices({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  const stream = useRef<PriceStream | null>(null);
  useEffect(() => {
    // The page shows the prices of its boot block; the socket and its code load after the first paint.
    let stopped = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const start = async () => {
      const code = await import('./price-stream.ts').catch(() => null);
      if (stopped) return;
      if (code === null) again = setTimeout(() => void start(), AGAIN_MS);
      else stream.current = code.startPriceStream(client, setState);
    };
    const cancel = whenIdle(() => void start());
    return () => {
      stopped = true;
      cancel();
      clearTimeout(again);
      stream.current?.stop();
      stream.current = null;
    };
  }, [client]);
  const owner = useRef<string | null>(null);
  const restart = useCallback((next: string | null) => {
    if (owner.current === next) return;
    owner.current = next;
    stream.current?.restart();
  }, []);
  return (
    <RestartContext value={restart}>
      <StateContext value={state}>{children}</StateContext>
    </RestartContext>
  );
}

/** The state of the socket, for the Live and Offline badges. */
export function useStreamState(): StreamState {
  return useContext(StateContext);
}

/** Names the signed-in user. Another user gets a new socket: the server sends notices to the user of the handshake. */
export function useStreamRestart(): (owner: string | null) => void {
  return useContext(RestartContext);
}

/** `data` is the newest snapshot, undefined until the first one. */
export function usePrices() {
  return useQuery(pricesQuery);
}
