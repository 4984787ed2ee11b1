// Choices on their way to the server: none is lost, none of another customer is taken over, none that is newer is struck out.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createUnsaved } from '../../../web/features/account/settings.ts';
import type { SettingsChange } from '../../../worker/contract/settings.ts';

const KEY = 'onca-unsaved-settings';

function shelf(start: string | null = null) {
  const kept = new Map(start === null ? [] : [[KEY, start]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    size: () => kept.size,
  };
}

test('choices add up, the newest of each counts, and nothing stays once all are saved', () => {
  const store = shelf();
  const unsaved = createUnsaved(store);
  expect(unsaved.read('ana')).toEqual({});
  unsaved.add('ana', { theme: 'dark', currency: 'BRL' });
  unsaved.add('ana', { theme: 'light' });
  expect(unsaved.read('ana')).toEqual({ theme: 'light', currency: 'BRL' });
  unsaved.settle('ana', { theme: 'light', currency: 'BRL' });
  expect(unsaved.read('ana')).toEqual({});
  expect(store.size()).toBe(0);
});

test('what was chosen again while it was on its way is still to be saved', () => {
  const unsaved = createUnsaved(shelf());
  unsaved.add('ana', { theme: 'dark', platform: 'crypto' });
  unsaved.add('ana', { theme: 'light' });
  unsaved.settle('ana', { theme: 'dark', platform: 'crypto' });
  expect(unsaved.read('ana')).toEqual({ theme: 'light' });
});

test('another customer of the same browser inherits nothing', () => {
  const unsaved = createUnsaved(shelf());
  unsaved.add('ana', { theme: 'dark' });
  expect(unsaved.read('bruno')).toEqual({});
  unsaved.add('bruno', { currency: 'USD' });
  expect(unsaved.read('bruno')).toEqual({ currency: 'USD' });
  expect(unsaved.read('ana')).toEqual({});
  unsaved.forget();
  expect(unsaved.read('bruno')).toEqual({});
});

test('two tabs share what is on the shelf', () => {
  const store = shelf();
  createUnsaved(store).add('ana', { platform: 'crypto' });
  expect(createUnsaved(store).read('ana')).toEqual({ platform: 'crypto' });
});

describe('a shelf that cannot be trusted', () => {
  test.each([
    ['nothing that is JSON', '{"userId'],
    ['another shape', '[]'],
    ['a theme nobody knows', '{"userId":"ana","change":{"theme":"neon"}}'],
    ['nobody', '{"change":{"theme":"dark"}}'],
  ])('holds %s', (_name, text) => {
    const unsaved = createUnsaved(shelf(text));
    expect(unsaved.read('ana')).toEqual({});
    unsaved.add('ana', { theme: 'dark' });
    expect(unsaved.read('ana')).toEqual({ theme: 'dark' });
  });

  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  test.each([
    ['is absent', null],
    ['refuses everything', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ])('%s: choices last as long as the page', (_name, store) => {
    const unsaved = createUnsaved(store);
    unsaved.add('ana', { theme: 'dark' });
    expect(unsaved.read('ana')).toEqual({ theme: 'dark' });
    unsaved.settle('ana', { theme: 'dark' });
    expect(unsaved.read('ana')).toEqual({});
  });
});

test('whatever is chosen and saved in whatever order, the server ends with the last choices', () => {
  const change = fc.record(
    {
      theme: fc.constantFrom('light' as const, 'dark' as const, 'auto' as const),
      platform: fc.constantFrom('gold' as const, 'crypto' as const),
      notificationEmail: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const step = fc.oneof(
    change.map((choice) => ({ kind: 'choose' as const, choice })),
    fc.constantFrom({ kind: 'send' as const }, { kind: 'arrive' as const }, { kind: 'fail' as const }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const unsaved = createUnsaved(shelf());
      const server: SettingsChange = {};
      const wished: SettingsChange = {};
      let underWay: SettingsChange | null = null;
      const arrive = () => {
        if (underWay === null) return;
        Object.assign(server, underWay);
        unsaved.settle('ana', underWay);
        underWay = null;
      };
      for (const one of steps) {
        if (one.kind === 'choose') {
          Object.assign(wished, one.choice);
          unsaved.add('ana', one.choice);
        } else if (one.kind === 'send') underWay ??= unsaved.read('ana');
        else if (one.kind === 'arrive') arrive();
        else underWay = null;
      }
      arrive();
      underWay = unsaved.read('ana');
      arrive();
      expect(server).toEqual(wished);
      expect(unsaved.read('ana')).toEqual({});
    }),
  );
});
