// Keeps this device and the account's settings in step: what another device changed is applied here, and what could not be
// saved is sent again. Loaded once the page is quiet, for signed-in customers only; renders nothing.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { saveUnsaved, unsaved } from '../features/account/save-choice.ts';
import { useSettings } from '../features/account/settings.ts';
import { applySettings } from './apply-settings.ts';

export function SettingsKeeper({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const { data } = useSettings();

  useEffect(() => {
    // Silent: whoever made the choice was told that it would be tried again.
    const send = () => void saveUnsaved(client, userId).catch(() => undefined);
    send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, [client, userId]);

  useEffect(() => {
    // What was chosen here and is on its way counts for more than what the server knew.
    if (data !== undefined) applySettings({ ...data, ...unsaved.read(userId) });
  }, [data, userId]);

  return null;
}
