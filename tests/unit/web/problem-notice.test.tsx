// What a failure says beyond its words.

import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { problemFrom } from '../../../web/api/read-problem.ts';
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

test.each([
  ['deposits', 'No nível 1 você pode depositar US$ 1.851,85 em 30 dias e já usou US$ 900,00.'],
  [
    'purchases',
    'No nível 1 você pode comprar ouro e prata por até US$ 1.851,85 em 30 dias e já usou US$ 900,00.',
  ],
])('what a level allows of %s is said as the server sends it, with the way there', async (of, text) => {
  const problem = {
    type: 'about:blank',
    title: 'Level needed',
    status: 403,
    code: 'LevelNeeded',
    detail: 'x',
  };
  const sums = { of, level: 1, neededLevel: 2, limitCents: 185_185, usedCents: 90_000 };
  const { problem: read } = await problemFrom(Response.json({ ...problem, ...sums }, { status: 403 }));
  const html = draw('LevelNeeded', read).replaceAll('\u00A0', ' ');
  expect(html).toContain(text);
  expect(html).toContain('href="/profile/identity"');
});

test('a level that no sum is about is asked for without figures', async () => {
  const none = { of: null, level: 0, neededLevel: 1, limitCents: null, usedCents: null };
  expect(draw('LevelNeeded', none)).toContain('A página da sua identidade mostra o que seu nível permite');
});
