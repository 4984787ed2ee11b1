// What a failure says beyond its words.

import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ProblemNotice } from '../../../web/ui/problem-notice.tsx';

const draw = (code: string): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={['/login']}>
      <ProblemNotice error={{ code }} />
    </MemoryRouter>,
  );

test('who is suspended is told so, with a link to write to us', () => {
  const html = draw('AccountSuspended');
  expect(html).toContain('Esta conta está suspensa.');
  expect(html).toContain('href="/contact"');
  expect(draw('InvalidCredentials')).not.toContain('<a ');
});
