// A customer's calls about the own identity.

import type { IdentityOverview } from '../../../worker/contract/identity.ts';
import { bytesOf, IMAGE_EXAMPLES } from '../../fixtures/media-examples.ts';
import { type Customer, freshCpf, ORIGIN } from '../../support/customers.ts';
import { callsOf, realWorker, type Worker } from '../../support/money-calls.ts';

export const PNG = bytesOf(IMAGE_EXAMPLES.png.base64);
export const JPEG = bytesOf(IMAGE_EXAMPLES.jpegBaseline.base64);
export const WEBP = bytesOf(IMAGE_EXAMPLES.webpLossy.base64);

/** Matches, unless other last digits are asked for. */
export const person = (lastDigits = '09', over: object = {}) => ({
  kind: 'cpf',
  country: 'BR',
  number: freshCpf(lastDigits),
  fullName: 'Ana Prado',
  birthDate: '1990-05-17',
  pep: false,
  ...over,
});

export function identityOf(customer: Customer, worker: Worker = realWorker) {
  const { get, post } = callsOf(customer, worker);
  return {
    give: (body: object) => post('/api/identity', body),
    read: async () => (await get('/api/identity')).json<IdentityOverview>(),
    upload: (kind: string, bytes: Uint8Array<ArrayBuffer>) =>
      worker(
        new Request(`${ORIGIN}/api/identity/documents?kind=${kind}`, {
          method: 'POST',
          headers: customer.headers,
          body: bytes,
        }),
      ),
    submit: (level: number) => post('/api/identity/documents/submission', { level }),
    appeal: (text: string) => post('/api/identity/appeal', { text }),
    remove: (id: string) =>
      worker(
        new Request(`${ORIGIN}/api/identity/documents/${id}`, {
          method: 'DELETE',
          headers: customer.headers,
        }),
      ),
    state: async () => (await (await get('/api/identity')).json<IdentityOverview>()).identity?.state,
  };
}

/** The three papers of level 2, handed in. */
export async function handInPapers(customer: Customer, worker: Worker = realWorker): Promise<Response> {
  const { upload, submit } = identityOf(customer, worker);
  await upload('document', PNG);
  await upload('selfie', JPEG);
  await upload('address', WEBP);
  return submit(2);
}
