// The providers of every page: the query cache, live prices, the session keeper, and Base UI's setting for the content
// security policy.

import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { createQueryClient } from '../api/query-client.ts';
import { useSession } from '../features/auth/session.ts';
import { RateContext } from '../i18n/display.ts';
import { readBootPrices } from '../live/boot.ts';
import { LivePrices, usePrices } from '../live/live-prices.tsx';
import { seedPrices } from '../live/prices-query.ts';
import { useIdle } from '../live/when-idle.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const SessionKeeper = lazyPart(() => import('../features/auth/session-keeper.tsx'), 'SessionKeeper', {
  unasked: true,
});

const StepUpPrompt = lazyPart(() => import('./step-up-prompt.tsx'), 'StepUpPrompt');

export function Providers({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createQueryClient);
  // Tells public/theme.js, which noted a click made before hydration, to repeat it. A layout effect: it runs in the commit
  // that hydrates the page, so the app handles every later click.
  useLayoutEffect(() => void dispatchEvent(new Event('onca:alive')), []);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <BootPrices />
        <LivePrices>
          <LateSessionKeeper />
          <LiveRate>{children}</LiveRate>
        </LivePrices>
      </QueryClientProvider>
    </CSPProvider>
  );
}

/**
 * Writes the page's boot prices into the cache, after hydration and before the next paint: the prerendered page has no
 * prices, so during hydration the cache must not have any either.
 */
function BootPrices() {
  const client = useQueryClient();
  useLayoutEffect(() => {
    seedPrices(client, readBootPrices(document));
  }, [client]);
  return null;
}

/** Every amount in reais is at this rate, except where a quote or a receipt holds its own. */
function LiveRate({ children }: { readonly children: ReactNode }) {
  const fx = usePrices().data?.fx;
  return <RateContext value={fx}>{children}</RateContext>;
}

/** A session lasts minutes: its refresh and the step-up dialog are not needed for the first paint. */
function LateSessionKeeper() {
  const idle = useIdle();
  const { status } = useSession();
  return (
    idle && (
      <Suspense fallback={null}>
        <SessionKeeper />
        {status === 'in' && <StepUpPrompt />}
      </Suspense>
    )
  );
}
