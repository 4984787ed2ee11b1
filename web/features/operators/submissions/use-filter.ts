// What the list is filtered by stands in the address: Back finds the same list, and it can be sent on.

import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { SUBMISSION_SEARCH_MAX_CHARACTERS } from '../../../../worker/contract/operators/submissions.ts';
import { SUBMISSION_TYPES } from '../../../../worker/domain/submissions.ts';
import type { SubmissionsFilter } from './queries.ts';

const SEARCH_REST_MS = 300;

export function useFilter() {
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState(() =>
    (address.get('search') ?? '').slice(0, SUBMISSION_SEARCH_MAX_CHARACTERS),
  );
  const [type, setType] = useState<SubmissionsFilter['type']>(
    () => SUBMISSION_TYPES.find((one) => one === address.get('type')) ?? 'all',
  );
  const [forwarding, setForwarding] = useState<SubmissionsFilter['forwarding']>(() =>
    address.get('webhook') === 'failed' ? 'failed' : 'all',
  );
  const search = useDebounced(typed.trim(), SEARCH_REST_MS);
  useEffect(() => {
    setAddress(
      {
        ...(search === '' ? {} : { search }),
        ...(type === 'all' ? {} : { type }),
        ...(forwarding === 'all' ? {} : { webhook: forwarding }),
      },
      { replace: true, preventScrollReset: true },
    );
    // The setter is a new function after each navigation; what it is told about is what matters.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [search, type, forwarding]);
  const filter: SubmissionsFilter = { search, type, forwarding };
  return {
    filter,
    typed,
    setTyped,
    setType,
    setForwarding,
    clear() {
      setTyped('');
      setType('all');
      setForwarding('all');
    },
  };
}
