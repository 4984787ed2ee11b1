// Our public keys, loaded with the page and kept: from then on the page needs no network.

import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { KeyFile } from '../../../../worker/contract/signing-keys.ts';
import { queryKeys } from '../../../api/keys.ts';

export const KEY_FILE = '/.well-known/onca-keys.json';

export function useSigningKeys() {
  return useQuery({
    queryKey: queryKeys.signingKeys,
    queryFn: async () => {
      const reply = await fetch(KEY_FILE);
      if (!reply.ok) throw new Error(`${KEY_FILE}: ${reply.status}`);
      return v.parse(KeyFile, await reply.json()).keys;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
