// Password managers and browsers know a field by its name and its `autocomplete`.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { SignUpForm } from '../../../web/features/auth/sign-up-form.tsx';

test('each field of the sign-up form has a plain name and says what it is for', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/en/signup']}>
        <SignUpForm onSignedIn={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`, 'iu').exec(tag)?.[1];
  const fields = [...html.matchAll(/<input[^>]*>/gu)].map(([tag]) => [
    attribute(tag, 'name'),
    attribute(tag, 'autocomplete'),
  ]);
  expect(fields).toEqual([
    ['fullName', 'name'],
    ['phone', 'tel'],
    ['email', 'email'],
    ['password', 'new-password'],
    ['confirmPassword', 'new-password'],
    ['acceptTerms', undefined],
    ['website', 'off'],
  ]);
});
