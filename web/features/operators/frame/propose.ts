import { useMutation } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { useInvalidate } from '../../../api/paged.ts';
import { OperatorProposal, type ProposalRequest } from '../../../../worker/contract/operators/operators.ts';

/** What waits for another operator shows in the whole area. */
export function usePropose() {
  return useMutation({
    mutationFn: (json: ProposalRequest) => receive(OperatorProposal, api.admin.proposals.$post({ json })),
    onSettled: useInvalidate(queryKeys.operators()),
  });
}
