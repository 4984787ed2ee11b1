// The last call of the public pages: the engraving is on those that sell, and not worn out on the others.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import About from '../../../web/pages/about-below.tsx';
import Gold from '../../../web/pages/gold-below.tsx';
import Home from '../../../web/pages/home-below.tsx';
import Learn from '../../../web/pages/learn-below.tsx';
import Pricing from '../../../web/pages/pricing-below.tsx';
import Security from '../../../web/pages/security-below.tsx';
import Silver from '../../../web/pages/silver-below.tsx';
import Tools from '../../../web/pages/tools-below.tsx';

const draw = (part: ReactNode): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={['/']}>
      <QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>
    </MemoryRouter>,
  );

test.each([
  ['/', <Home key="home" />, true],
  ['/gold', <Gold key="gold" />, true],
  ['/silver', <Silver key="silver" />, true],
  ['/pricing', <Pricing key="pricing" />, false],
  ['/security', <Security key="security" />, false],
  ['/about', <About key="about" />, false],
  ['/tools', <Tools key="tools" />, false],
  ['/learn', <Learn key="learn" />, false],
] as const)('%s ends in one call, with the engraving: %#', (_, page, sells) => {
  const html = draw(page);
  expect(html.match(/<section class="closing/gu)).toHaveLength(1);
  expect(html.includes('class="closing-art"')).toBe(sells);
  expect(html.includes('closing-plain')).toBe(!sells);
});
