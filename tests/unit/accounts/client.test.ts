import { expect, test } from 'vitest';
import { placeOf } from '../../../worker/auth/client.ts';

test.each([
  [{ city: 'Curitiba', country: 'BR' }, 'production', 'Curitiba, BR'],
  [{ city: '', country: 'BR' }, 'production', 'BR'],
  [{ country: 'BR' }, 'production', 'BR'],
  [{}, 'production', undefined],
  [undefined, 'production', undefined],
  // The local runtime makes its place up.
  [{ city: 'Austin', country: 'US' }, 'local', undefined],
])('the place %o of an edge in %s is %s', (edge, environment, place) => {
  expect(placeOf(edge, environment)).toBe(place);
});
