import { queryOptions } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { Factors } from '../../../worker/contract/factors.ts';

export const factorsQuery = queryOptions({
  queryKey: queryKeys.factors,
  queryFn: ({ signal }) => receive(Factors, api.auth.factors.$get({}, { init: { signal } })),
});
