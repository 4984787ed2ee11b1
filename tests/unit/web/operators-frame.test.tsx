// What the operators' pages share.

import { renderToStaticMarkup } from 'react-dom/server';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { queryKeys } from '../../../web/api/keys.ts';
import { NetworkError } from '../../../web/api/problem-error.ts';
import { Email } from '../../../web/features/operators/frame/email.tsx';
import { feedState } from '../../../web/features/operators/frame/feed-state.tsx';
import { neighboursOf } from '../../../web/features/operators/customers/use-customers-list.ts';
import { Phone } from '../../../web/features/operators/frame/phone.tsx';
import { retryTogether } from '../../../web/features/operators/frame/retry-together.ts';

test.each([
  ['ana@example.com', 'ana@<span class="email-domain">example.com</span>'],
  ['ana.prado+1@example.com', 'ana.<wbr/>prado+<wbr/>1@<span class="email-domain">example.com</span>'],
  ['npm run admin', 'npm run admin'],
])('%s breaks between its words and before its domain alone', (email, html) => {
  expect(renderToStaticMarkup(<Email>{email}</Email>)).toBe(html);
});

test.each([
  ['5547937243085', 'tel:+5547937243085', '+55 (47) 93724-3085'],
  ['551140028922', 'tel:+551140028922', '+55 (11) 4002-8922'],
  // Perhaps of the United States, perhaps of São Paulo.
  ['11987654321', 'tel:11987654321', '11987654321'],
  ['4915123456789', 'tel:4915123456789', '4915123456789'],
])('the telephone number %s is called and read', (digits, href, text) => {
  const html = renderToStaticMarkup(<Phone>{digits}</Phone>);
  expect(html).toContain(`href="${href}"`);
  expect(html).toContain(`>${text}<`);
});

test.each([
  [null, 'connected', 'running'],
  ['paused', 'connected', 'paused'],
  ['stale', 'connecting', 'stale'],
  ['unsettled', 'connected', 'unsettled'],
  ['closed', 'connected', 'closed'],
  // Nobody hears of a pause any more.
  [null, 'disconnected', 'offline'],
] as const)('a feed whose reason is %s reads, on a %s page, as %s', (reason, stream, state) => {
  const snapshot = { source: { reason } } as Parameters<typeof feedState>[0];
  expect(feedState(snapshot, stream)).toBe(state);
  expect(feedState(undefined, 'connected')).toBe('unknown');
});

test.each([
  ['a', null, 'b'],
  ['b', 'a', 'c'],
  ['c', 'b', null],
  ['of a link', null, null],
])('beside %s stand %s and %s', (userId, previous, next) => {
  expect(neighboursOf(['a', 'b', 'c'], userId)).toEqual({ previous, next });
});

test('the first part of a page that is read again after an outage brings the others back, but no refusal', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let isDown = true;
  const read = vi.fn<() => Promise<string>>(async () => {
    if (isDown) throw new NetworkError('unreachable');
    return 'read';
  });
  const refuse = vi.fn<() => Promise<string>>(async () => {
    throw new Error('refused');
  });
  const observe = (name: string, queryFn: () => Promise<string>) =>
    new QueryObserver(client, { queryKey: queryKeys.operators(name), queryFn }).subscribe(() => undefined);
  const stops = [
    observe('totals', read),
    observe('list', read),
    observe('other', refuse),
    retryTogether(client),
  ];
  const stateOf = (name: string) => client.getQueryState(queryKeys.operators(name))?.status;
  await vi.waitFor(() =>
    expect([stateOf('totals'), stateOf('list'), stateOf('other')]).toEqual(['error', 'error', 'error']),
  );
  isDown = false;
  await client.refetchQueries({ queryKey: queryKeys.operators('list') });
  await vi.waitFor(() =>
    expect([stateOf('totals'), stateOf('list'), stateOf('other')]).toEqual(['success', 'success', 'error']),
  );
  expect(refuse).toHaveBeenCalledTimes(1);
  for (const stop of stops) stop();
});
