import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

// A private page's document comes without the script that names this place in the history, so that all of them would
// share one scroll position.
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
