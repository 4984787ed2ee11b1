import { expect, test } from 'vitest';
import { afterPaint } from '../../../web/entry-after-paint.ts';

const BUILT = [
  '<head><link rel="modulepreload" href="/assets/root-1.js"/><link rel="stylesheet" href="/assets/a.css"/></head>',
  '<script type="module" async="">import "/assets/manifest-2.js";',
  'import * as route0 from "/assets/root-1.js";',
  'import * as route1 from "/assets/home-3.js";',
  '  ',
  '  window.__reactRouterRouteModules = {"root":route0,"pt-BR/home":route1};',
  '',
  'import("/assets/entry.client-4.js");</script>',
].join('\n');

test('nothing of the app is asked for before the page has been painted', () => {
  const page = afterPaint(BUILT);
  expect(page).not.toMatch(/<link rel="modulepreload" href/u);
  expect(page).toContain('<link rel="later" data-module="/assets/root-1.js"/>');
  expect(page).toContain('<link rel="stylesheet" href="/assets/a.css"/>');
  expect(page).not.toMatch(/^import /mu);
  const script = /<script type="module" async="">(?<code>[^]*)<\/script>/u.exec(page)?.groups?.['code'] ?? '';
  const lines = script.split('\n');
  const wait = lines.findIndex((line) => line.includes('requestAnimationFrame'));
  const rest = lines.slice(wait + 1);
  expect(lines.slice(0, wait).join('\n')).not.toContain('import(');
  expect(rest.join('\n')).toContain(
    'const [, route0, route1] = await Promise.all([import("/assets/manifest-2.js"), import("/assets/root-1.js"), import("/assets/home-3.js")]);\nwindow.__reactRouterRouteModules = {"root":route0,"pt-BR/home":route1};\nimport("/assets/entry.client-4.js");',
  );
});

test('a page whose scripts look otherwise stops the build instead of being shipped without them', () => {
  expect(() => afterPaint(BUILT.replace('async=""', 'defer=""'))).toThrow(/entry script/u);
});
