import { describe, expect, it } from 'vitest';
import { safeReturnPath, signInPath } from '../../../web/features/auth/return-path.ts';

describe('the way back after signing in', () => {
  it.each([
    ['/dashboard', '/dashboard'],
    ['/dashboard?trade=buy&metal=gold', '/dashboard?trade=buy&metal=gold'],
    ['/en/dashboard?deposit=1', '/dashboard?deposit=1'],
    ['/legal/terms', '/legal/terms'],
    [null, '/dashboard'],
    ['', '/dashboard'],
    ['dashboard', '/dashboard'],
    ['/login', '/dashboard'],
    ['/en/signup?next=/login', '/dashboard'],
    ['https://evil.example/', '/dashboard'],
    ['//evil.example/', '/dashboard'],
    ['/\\evil.example/', '/dashboard'],
    ['/en//evil.example', '/dashboard'],
    ['/.//evil.example', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['/\t/evil.example', '/dashboard'],
  ])('%j leads to %j', (next, expected) => {
    expect(safeReturnPath(next)).toBe(expected);
  });

  it('is written into the sign-in address', () => {
    expect(signInPath('/en/dashboard')).toBe('/login?next=/dashboard');
    expect(signInPath('/dashboard?trade=sell&metal=silver')).toBe(
      '/login?next=%2Fdashboard%3Ftrade%3Dsell%26metal%3Dsilver',
    );
  });
});
