// What the log is filtered by. A link may bring whom it is about: /admin/audit?subject=<id>.

import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AuditAction } from '../../../../worker/domain/audit.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import type { AuditFilter } from './queries.ts';

const SEARCH_REST_MS = 300;

export function useFilter() {
  const [address] = useSearchParams();
  const [typed, setTyped] = useState(() => address.get('subject')?.slice(0, 254) ?? '');
  const [actor, setActor] = useState('');
  const [action, setAction] = useState<AuditAction | ''>('');
  const subject = useDebounced(typed.trim(), SEARCH_REST_MS);
  const asked: AuditFilter = { actor, action, subject };
  return {
    asked,
    typed,
    setTyped,
    setActor,
    setAction,
    isFiltered: actor !== '' || action !== '' || subject !== '',
    clear() {
      setTyped('');
      setActor('');
      setAction('');
    },
  };
}

export type FilterState = ReturnType<typeof useFilter>;
