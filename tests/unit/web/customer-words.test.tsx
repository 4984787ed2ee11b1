// Words that customers stumbled over, as they read now: literally, and not as the files of texts happen to say.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import enAlerts from '../../../locales/en/alerts.json' with { type: 'json' };
import enProfile from '../../../locales/en/profile.json' with { type: 'json' };
import enMenus from '../../../locales/en/shell-late.json' with { type: 'json' };
import enTitles from '../../../locales/en/titles.json' with { type: 'json' };
import ptProfile from '../../../locales/pt-BR/profile.json' with { type: 'json' };
import ptMenus from '../../../locales/pt-BR/shell-late.json' with { type: 'json' };
import ptTitles from '../../../locales/pt-BR/titles.json' with { type: 'json' };
import { queryKeys } from '../../../web/api/keys.ts';
import { AlertListCard } from '../../../web/features/account/alert-list.tsx';
import { SettingsForm } from '../../../web/features/account/settings-form.tsx';
import { pricesQuery } from '../../../web/live/prices-query.ts';
import type { Alert, AlertList } from '../../../worker/contract/alerts.ts';
import type { SettingsReply } from '../../../worker/contract/settings.ts';
import { aSnapshot, SNAPSHOT_AT } from '../../support/snapshots.ts';

/** What is read on the screen. */
function read(part: ReactNode, client = new QueryClient()): string {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/profile/settings']}>
      <QueryClientProvider client={client}>{part}</QueryClientProvider>
    </MemoryRouter>,
  );
  return html.replaceAll(/<[^>]+>/gu, ' ').replaceAll(/[\s\u00a0]+/gu, ' ');
}

const SETTINGS: SettingsReply = {
  notificationEmail: true,
  notificationSms: false,
  notificationPush: false,
  platform: 'gold',
  theme: 'auto',
  language: 'pt-BR',
  currency: 'BRL',
  weightUnit: 'g',
  channels: { email: true, sms: null, push: null },
};

describe('the settings', () => {
  const form = read(<SettingsForm settings={SETTINGS} justSaved={false} onSaved={() => undefined} />);

  test('are behind a tab that names all that they hold (P71)', () => {
    const held = ['Como avisamos você', 'Estilo', 'Tema', 'Idioma', 'Moeda'];
    for (const name of held) expect(form).toContain(name);
    expect([ptProfile.frame.tabs.settings, ptTitles.settings.title]).toEqual([
      'Preferências',
      'Preferências',
    ]);
    expect([enProfile.frame.tabs.settings, enTitles.settings.title]).toEqual(['Preferences', 'Preferences']);
  });

  test('call the two looks a style, and no platform that would trade crypto, as the menu does', () => {
    expect(form).toMatch(/Estilo Ouro Cripto/u);
    expect(form).not.toContain('Plataforma');
    expect([ptMenus.menus.platform.label, ptProfile.settings.look.platform]).toEqual(['Estilo', 'Estilo']);
    expect([enMenus.menus.platform.label, enProfile.settings.look.platform]).toEqual(['Style', 'Style']);
  });

  test('name the modes as the menu does', () => {
    expect(form).toMatch(/Claro Escuro Automático/u);
    const { light, dark, auto } = ptMenus.menus.mode;
    expect([light, dark, auto]).toEqual(['Claro', 'Escuro', 'Automático']);
  });
});

describe('the alerts of the profile', () => {
  const ALERT: Alert = {
    id: 'one',
    metal: 'gold',
    direction: 'below',
    targetPriceCents: 430_000,
    isActive: false,
    state: 'armed',
    rearmPriceCents: 431_075,
    createdAt: SNAPSHOT_AT,
    lastFiredAt: null,
  };
  const list = (by: AlertList['by']) => {
    const client = new QueryClient();
    client.setQueryData(pricesQuery.queryKey, aSnapshot());
    client.setQueryData(queryKeys.alertList, { alerts: [ALERT], limit: 20, by } satisfies AlertList);
    return read(<AlertListCard />, client);
  };

  test('are all of them, and not only active ones; a target that is met exactly counts', () => {
    expect(list([])).toContain('Seus alertas de preço');
    expect(list([])).not.toMatch(/alertas? .*ativos/iu);
    expect(list([])).toMatch(/Ouro a .* ou menos/u);
    expect(list([])).toContain('Desativado');
    expect(list([])).not.toMatch(/abaixo de/iu);
    expect([enAlerts.list.title, enAlerts.list.below]).toEqual([
      'Your price alerts',
      '{{metal}} at {{price}} or less',
    ]);
  });

  test.each([
    [[], 'Avisamos no sino, aqui na Onça.'],
    [['push'], 'Avisamos no sino, aqui na Onça e por notificação no celular.'],
    [['email', 'push'], 'Avisamos no sino, aqui na Onça, por e-mail e por notificação no celular.'],
    [['email', 'sms'], 'Avisamos no sino, aqui na Onça, por e-mail e por SMS.'],
  ] as const)('with %j switched on say by what they come: %s', (by, sentence) => {
    expect(list([...by])).toContain(`${sentence} Mudar em Preferências`);
  });
});
