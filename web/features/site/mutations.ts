import { useMutation } from '@tanstack/react-query';
import type * as v from 'valibot';
import { api, receive } from '../../api/client.ts';
import { type ContactMessage, ContactReceipt } from '../../../worker/contract/contact.ts';

export type ContactBody = v.InferInput<typeof ContactMessage>;

export function useSendMessage() {
  return useMutation({
    mutationFn: (json: ContactBody) => receive(ContactReceipt, api.contact.$post({ json })),
  });
}
