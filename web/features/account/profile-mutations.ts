import { useMutation } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { Profile } from '../../../worker/contract/profile.ts';

export function useSaveName() {
  return useMutation({
    mutationFn: (fullName: string) => receive(Profile, api.profile.$patch({ json: { fullName } })),
  });
}
