// What a failure says beyond its words.

import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ProblemNotice } from '../../../web/ui/problem-notice.tsx';

const draw = (code: string, more: object = {}): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={['/login']}>
      <ProblemNotice error={{ code, ...more }} />
    </MemoryRouter>,
  );

test('a limit says what happened, what is safe and when to come back', () => {
  const html = draw('DepositLimitReached', { retryAfterSeconds: 61 });
  expect(html).toContain('Você já fez 10 depósitos na última hora');
  expect(html).toContain('Nada foi cobrado. Espere 2 minutos e tente de novo.');
  expect(draw('TooManyRequests', { retryAfterSeconds: 30 })).toContain('Espere 30 segundos e tente de novo.');
});

test('who is suspended is told so, with a link to write to us', () => {
  const html = draw('AccountSuspended');
  expect(html).toContain('Esta conta está suspensa.');
  expect(html).toContain('href="/contact"');
  expect(draw('InvalidCredentials')).not.toContain('<a ');
});
