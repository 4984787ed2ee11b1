// Loaded when somebody subscribes: the typed client is no part of the pages that show the form.

import type * as v from 'valibot';
import { api } from '../../api/client.ts';
import type { Subscription } from '../../../worker/contract/contact.ts';

export type SubscriptionBody = v.InferInput<typeof Subscription>;

export async function sendSubscription(json: SubscriptionBody): Promise<void> {
  await api.newsletter.$post({ json });
}
