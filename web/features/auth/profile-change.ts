import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../api/keys.ts';
import type { Profile } from '../../../worker/contract/profile.ts';
import type { KnownSession } from './session.ts';

/** Takes in the customer's profile after a change, so that every name on the page is the new one. */
export function useProfileChange(): (profile: Profile) => void {
  const client = useQueryClient();
  return (profile) =>
    client.setQueryData<KnownSession>(queryKeys.session, (known) =>
      known?.session?.user.id === profile.id ? { session: known.session, profile } : known,
    );
}
