import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

// A private page's document lacks the script that gives the history entry a key, so that all of them would share one
// scroll position.
if (history.state?.key === undefined)
  history.replaceState({ ...history.state, key: crypto.randomUUID() }, '');

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
