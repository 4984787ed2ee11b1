// What the list is filtered by stands in the address: Back from a customer finds the same list, and it can be sent on.

import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { CUSTOMER_SEARCH_MAX_CHARACTERS, CUSTOMER_STATUSES } from '../../../../worker/domain/customers.ts';
import type { CustomersFilter, StatusFilter } from './queries.ts';

const SEARCH_REST_MS = 300;

export function useFilter() {
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState(() =>
    (address.get('search') ?? '').slice(0, CUSTOMER_SEARCH_MAX_CHARACTERS),
  );
  const [status, setStatus] = useState<StatusFilter>(
    () => CUSTOMER_STATUSES.find((one) => one === address.get('status')) ?? 'all',
  );
  const search = useDebounced(typed.trim(), SEARCH_REST_MS);
  useEffect(() => {
    const wanted = { ...(search === '' ? {} : { search }), ...(status === 'all' ? {} : { status }) };
    if (new URLSearchParams(wanted).toString() === address.toString()) return;
    setAddress(wanted, { replace: true, preventScrollReset: true });
    // The setter is a new function after each navigation; what it is told about is what matters.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [search, status]);
  const filter: CustomersFilter = { search, status };
  return {
    filter,
    typed,
    setTyped,
    setStatus,
    clear() {
      setTyped('');
      setStatus('all');
    },
  };
}
