// The globes of the security page: each place has its own.

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import ptSecurity from '../../../locales/pt-BR/security.json' with { type: 'json' };
import { PLACES } from '../../../web/pages/security-below.tsx';
import { Globe } from '../../../web/ui/globe.tsx';

type Place = Parameters<typeof Globe>[0];

/** How far east of the centre each meridian is at the equator, as drawn: nothing of the latitude. */
function meridians(place: Place): readonly number[] {
  const html = renderToStaticMarkup(<Globe {...place} />);
  return [...html.matchAll(/A([\d.]+) 60 0 0 ([01])/gu)].map(([, width, side]) =>
    side === '1' ? Number(width) : -Number(width),
  );
}

test('no two places have the same meridians: they are apart by what an eye can tell', () => {
  const drawn = Object.values(PLACES).map(meridians);
  expect(drawn).toHaveLength(3);
  for (const [i, one] of drawn.entries()) {
    for (const other of drawn.slice(i + 1)) {
      const apart = one.map((at) => Math.min(...other.map((its) => Math.abs(at - its))));
      expect(Math.max(...apart)).toBeGreaterThan(4);
    }
  }
});

test('Greenwich is under the viewer for London, and 8.5 degrees west of him for Zurich', () => {
  const at = (degrees: number) => 60 * Math.sin((degrees * Math.PI) / 180);
  expect(meridians({ latitude: 51.5, longitude: -0.1 })).toContainEqual(expect.closeTo(at(0.1), 1));
  expect(meridians({ latitude: 47.4, longitude: 8.5 })).toContainEqual(expect.closeTo(at(-8.5), 1));
  // The far side is not drawn.
  expect(meridians({ latitude: 0, longitude: 45 })).toHaveLength(6 + 1);
});

test.each(ptSecurity.vaults.items)('$city is drawn where its text says: $at', ({ place, at }) => {
  const degrees = (text: string) => Number(text.replace(',', '.'));
  const [, north = '', east = '', half = ''] = /^([\d,]+)° N, ([\d,]+)° ([LO])$/u.exec(at) ?? [];
  expect(PLACES[place]).toEqual({
    latitude: degrees(north),
    longitude: half === 'O' ? -degrees(east) : degrees(east),
  });
});
