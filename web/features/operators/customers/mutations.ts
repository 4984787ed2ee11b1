import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { CustomerDetails } from '../../../../worker/contract/operators/customers.ts';
import { customerKey } from './queries.ts';

/** What an operator may do to an account. */
export type CustomerChange = 'suspend' | 'activate' | 'resetPassword' | 'resetTwoStep';

export type ChangeCommand = {
  readonly userId: string;
  readonly change: CustomerChange;
  readonly reason: string;
};

/** Does it and reads again whatever says how the account stands. */
export function useChangeCustomer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess(user, { userId }) {
      if (user !== null) client.setQueryData(customerKey(userId), user);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.admin('users', 'list') }),
        client.invalidateQueries({ queryKey: queryKeys.admin('users', 'one') }),
        client.invalidateQueries({ queryKey: queryKeys.admin('stats') }),
        client.invalidateQueries({ queryKey: queryKeys.admin('audit') }),
      ]),
  });
}

async function send({ userId, change, reason }: ChangeCommand): Promise<CustomerDetails | null> {
  const param = { userId };
  const user = api.admin.users[':userId'];
  switch (change) {
    case 'suspend':
      return receive(CustomerDetails, user.$patch({ param, json: { status: 'suspended', reason } }));
    case 'activate':
      return receive(CustomerDetails, user.$patch({ param, json: { status: 'active', reason } }));
    case 'resetTwoStep':
      return receive(CustomerDetails, user['two-step-reset'].$post({ param, json: { reason } }));
    case 'resetPassword':
      await user['password-reset'].$post({ param });
      return null;
  }
}
