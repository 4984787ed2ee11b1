// Every message in both languages: what it says, where its links lead, and that nothing a customer or a network chose
// can become markup, a header or a link.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAIL_KINDS, type MailMessage } from '../../../worker/domain/mail-messages.ts';
import { isPublicPage, PRIVATE_PAGES } from '../../../worker/domain/site-map.ts';
import { renderMail, type ToRender } from '../../../worker/mail/render.ts';
import {
  ADDED,
  ALERT,
  ANSWER,
  CONFIRM,
  DEPOSIT,
  EVERY_MESSAGE,
  MAILED_AT,
  PURCHASE,
  RESET,
  SALE,
  SIGN_IN,
  WITHDRAWAL,
  WITHDRAWAL_PAID,
  WITHDRAWAL_TO_CONFIRM,
} from '../../fixtures/mail-examples.ts';
import { runs } from '../../support/deep.ts';

const ORIGIN = 'https://onca.example';
const TOKEN = 'p7mF0Vb1X9-example_token';
const FREEZE_TOKEN = `receipt:mail-1.freezes-the-account`;

function rendered(message: MailMessage, over: Partial<ToRender> = {}) {
  return renderMail({
    id: 'mail-1',
    message,
    email: 'marina@example.com',
    fullName: 'Marina Albuquerque',
    language: 'pt-BR',
    origin: ORIGIN,
    sender: 'avisos@onca.example',
    secret: TOKEN,
    freezeToken: FREEZE_TOKEN,
    at: 0,
    ...over,
  });
}

const LANGUAGES = ['pt-BR', 'en'] as const;
const cases = LANGUAGES.flatMap((language) => EVERY_MESSAGE.map((message) => ({ language, message })));
const addressesIn = (html: string) => [...html.matchAll(/href="([^"]*)"/gu)].map(([, url]) => url ?? '');

describe.each(cases)('$language $message.kind $message.change', ({ language, message }) => {
  const mail = rendered(message, { language });

  test('is whole: a subject on one line, text and HTML, and no gap anywhere', () => {
    expect(mail.subject).toMatch(/^[^\n\r\u00a0]{5,90}$/u);
    for (const text of [mail.subject, mail.text, mail.html]) {
      expect(text).not.toMatch(/\{\{|\}\}|undefined|null|NaN|\[object/u);
    }
    expect(mail.html).toContain(`<html lang="${language}">`);
    expect(mail.headers['Content-Language']).toBe(language);
  });

  test('leads only to pages that exist, in its own language', () => {
    const prefix = language === 'en' ? '/en' : '';
    for (const address of addressesIn(mail.html)) {
      const { origin, pathname } = new URL(address);
      expect(origin).toBe(ORIGIN);
      expect(pathname.startsWith('/en')).toBe(language === 'en');
      const path = pathname.slice(prefix.length) || '/';
      expect([path, isPublicPage(path) || (PRIVATE_PAGES as readonly string[]).includes(path)]).toEqual([
        path,
        true,
      ]);
    }
  });

  test('says the same in both forms', () => {
    for (const address of addressesIn(mail.html)) expect(mail.text).toContain(address);
    const cells = [...mail.html.matchAll(/<t[hd] (?:scope|align)[^>]*>([^<]*)</gu)].map(
      ([, cell]) => cell ?? '',
    );
    for (const cell of cells) {
      const said = cell.replaceAll('\u00a0', ' ');
      expect(mail.text).toContain(said);
    }
  });

  test('fetches nothing when it is opened, and runs nothing', () => {
    expect(mail.html).not.toMatch(/<script|<img|<link|<iframe|<form|url\(|@import|\son\w+=/iu);
  });

  test('fits its lines in a narrow program', () => {
    const long = mail.text.split('\n').filter((line) => line.length > 76 && !line.startsWith('http'));
    expect(long).toEqual([]);
  });
});

test('the two languages say different words, and neither forgets a kind', () => {
  for (const message of EVERY_MESSAGE) {
    const [portuguese, english] = LANGUAGES.map((language) => rendered(message, { language }));
    expect(portuguese?.subject).not.toBe(english?.subject);
  }
  expect(new Set(EVERY_MESSAGE.map(({ kind }) => kind)).size).toBe(MAIL_KINDS.length);
});

const plain = (message: MailMessage, language: 'pt-BR' | 'en') => rendered(message, { language }).text;

test('a purchase is told to the cent', () => {
  const text = plain(PURCHASE, 'pt-BR');
  expect(rendered(PURCHASE).subject).toBe('Compra de 1,2500 oz de ouro');
  expect(text).toMatch(/Preço por onça:\s+US\$ 4\.389,38\n/u);
  expect(text).toMatch(/Subtotal:\s+US\$ 5\.486,73\nTarifa:\s+US\$ 27,44\nTotal pago:\s+US\$ 5\.514,17\n/u);
  expect(text).toContain('21 de novembro de 2026 às 14:32 (horário de Brasília)');
  expect(text).toContain('trade-1');
});

test('a sale is told to the cent', () => {
  const mail = rendered(SALE, { language: 'en' });
  expect(mail.subject).toBe('You sold 125.0000 oz of silver');
  expect(mail.text).toMatch(/Total received:\s+US\$6,763\.51\n/u);
  expect(mail.text).toContain('November 21, 2026 at 5:32 PM (UTC)');
});

test('a deposit says what was credited, what it cost and what was paid, and that the sandbox moves no money', () => {
  const text = plain(DEPOSIT, 'en');
  expect(text).toMatch(
    /Added to your cash:\s+US\$2,500\.00\nFee:\s+US\$62\.50\nTotal paid:\s+US\$2,562\.50/u,
  );
  expect(text).toContain('no real money moved');
  expect(plain({ ...DEPOSIT, gateway: 'bank' }, 'en')).not.toContain('no real money');
});

test('a withdrawal says what was taken, where it goes, until when it waits and when it arrives; paid, what arrives and at which rate', () => {
  const asked = plain(WITHDRAWAL, 'pt-BR');
  expect(asked).toMatch(
    /Retirado do saldo:\s+US\$ 2\.500,00\nTarifa:\s+US\$ 0,00\nMeio:\s+PIX\nPara:\s+m•••@example\.com\n/u,
  );
  expect(asked).toContain('23 de novembro de 2026 às 14:32 (horário de Brasília)');
  expect(asked).toMatch(/Chega até:\s+23 de novembro de 2026\n/u);
  expect(asked).toContain('Duas pessoas da nossa equipe');
  expect(plain({ ...WITHDRAWAL, holdUntil: null, isReviewed: false }, 'en')).toContain(
    'leaves within minutes',
  );
  const shut = { ...WITHDRAWAL, holdUntil: null, isReviewed: false, exchangedFrom: MAILED_AT + 86_400_000 };
  const unwrapped = (message: MailMessage) => plain(message, 'en').replaceAll(/\s+/gu, ' ');
  expect(unwrapped(shut)).toContain('currency market: we exchange and send from November 22, 2026');
  const unknown = unwrapped({ ...WITHDRAWAL, holdUntil: null, isReviewed: false, expectedOn: null });
  expect(unknown).toContain('as soon as there’s a rate');
  expect(unknown).not.toContain('Arrives by');
  for (const waits of [unwrapped(shut), unknown, unwrapped({ ...WITHDRAWAL, holdUntil: null })])
    expect(waits).not.toContain('within minutes');
  const paid = plain(WITHDRAWAL_PAID, 'en');
  expect(paid).toMatch(/Sent:\s+R\$13,265\.75\nExchange rate:\s+US\$ 1 = R\$ 5\.3063\n/u);
  expect(paid).toContain('no real money moved');
});

test('an alert names the target and the price that crossed it', () => {
  expect(rendered(ALERT).subject).toBe('Ouro a US$ 4.400,00 ou mais');
  expect(rendered({ ...ALERT, direction: 'below', metal: 'silver' }, { language: 'en' }).subject).toBe(
    'Silver at US$4,400.00 or less',
  );
  expect(plain(ALERT, 'pt-BR')).toContain('US$ 4.401,20');
});

test('who chose reais and grams reads both currencies, both units, and the rate with its time', () => {
  const reader = { rate: { usdBrlE4: 53_040, at: MAILED_AT }, weightUnit: 'g' } as const;
  const mail = rendered(PURCHASE, { reader });
  expect(mail.text).toMatch(/Preço por onça:\s+R\$ 23\.281,27 \(US\$ 4\.389,38\)\n/u);
  expect(mail.text).toMatch(/Preço por grama:\s+R\$ 748,51\n/u);
  expect(mail.text).toMatch(/Total pago:\s+R\$ 29\.247,16 \(US\$ 5\.514,17\)\n/u);
  expect(mail.text).toMatch(/Quantidade:\s+1,2500 oz \(38,8793 g\)\n/u);
  expect(mail.text).toMatch(/Câmbio:\s+US\$ 1 = R\$ 5,3040, 14:32 \(horário de Brasília\)\n/u);
  expect(rendered(ALERT, { reader }).subject).toBe('Ouro a R$ 23.337,60 (US$ 4.400,00) ou mais');
  expect(rendered(DEPOSIT, { reader }).text).toContain('R$ 13.260,00 (US$ 2.500,00)');
  const ounces = rendered(PURCHASE, { reader: { rate: null, weightUnit: 'oz' } }).text;
  expect(ounces).not.toMatch(/R\$ \d|grama|\d g\b/u);
  for (const letter of [mail, rendered(ALERT, { reader, language: 'en' })]) {
    expect(letter.subject.length).toBeLessThanOrEqual(90);
    expect(letter.text.split('\n').filter((line) => line.length > 76 && !line.startsWith('http'))).toEqual(
      [],
    );
  }
});

test('the link for a new password carries its token in the fragment, and its time names the zone', () => {
  const mail = rendered(RESET, { language: 'en' });
  expect(mail.text).toContain(`${ORIGIN}/en/reset-password#token=${TOKEN}\n`);
  expect(mail.text).toContain('6:02 PM (UTC)');
});

test.each([
  [CONFIRM, '/confirm-email'],
  [{ ...CONFIRM, kind: 'email-change-old', toEmail: 'nova@example.com' } as const, '/confirm-email'],
  [{ ...CONFIRM, kind: 'email-change-new', toEmail: 'nova@example.com' } as const, '/confirm-email'],
  [ADDED, '/remove-factor'],
  [WITHDRAWAL_TO_CONFIRM, '/confirm-withdrawal'],
])('the link of $kind carries its token in the fragment', (message, path) => {
  expect(rendered(message, { language: 'en' }).text).toContain(`${ORIGIN}/en${path}#token=${TOKEN}\n`);
});

test('a message without a link carries no token', () => {
  const without = EVERY_MESSAGE.filter(
    (message) => message.kind !== 'password-reset' && !('linkId' in message),
  );
  expect(without.length).toBeGreaterThan(20);
  for (const message of without) expect(rendered(message).html).not.toContain(TOKEN);
});

test('an answer keeps its lines, quotes what was written to us, and is said to come from a person', () => {
  const { text, html, subject, headers } = rendered(ANSWER);
  expect(subject).toBe('Resposta: Meu saldo <b>');
  expect(text).toContain('\n\nOlhamos o seu extrato.\n\nEstá tudo certo:\no depósito entrou.\n\n');
  expect(text).toMatch(/você escreveu:\n> Bom dia\.\n> O que é <script>alert\(1\)<\/script>\?\n/u);
  expect(html).toContain('Está tudo certo:<br />o depósito entrou.');
  expect(html).toContain('Bom dia.<br />O que é &lt;script&gt;alert(1)&lt;/script&gt;?</blockquote>');
  expect(text).toContain('porque escreveu pelo formulário de contato');
  expect(headers).not.toHaveProperty('Auto-Submitted');
  expect(rendered(ALERT).headers).toHaveProperty('Auto-Submitted');
});

test('what a network did not tell is said to be unknown, or left out', () => {
  const text = plain({ ...SIGN_IN, device: null, place: null }, 'pt-BR');
  expect(text).toMatch(/Aparelho:\s+Não identificado/u);
  expect(text).not.toContain('Lugar');
});

test('who switched notices on is shown the way out; messages about security have none', () => {
  expect(plain(PURCHASE, 'en')).toContain(`${ORIGIN}/en/profile/settings`);
  expect(plain(SIGN_IN, 'en')).not.toContain('/profile/settings');
});

test.each([
  ['Marina Albuquerque', 'Olá, Marina.'],
  ["D'Ávila Souza", "Olá, D'Ávila."],
  ['José', 'Olá, José.'],
])('%s is greeted', (fullName, greeting) => {
  expect(rendered({ kind: 'welcome' }, { fullName }).text).toContain(greeting);
});

test.each([
  'https://evil.example win',
  'evil.example',
  'R$5000 de graça',
  '<b>Ana</b>',
  '  ',
  '+5511999999999',
])('"%s" is no name: nobody is greeted by it', (fullName) => {
  const mail = rendered({ kind: 'welcome' }, { fullName });
  expect(mail.text).not.toContain('Olá');
  expect(mail.text + mail.html).not.toMatch(/evil|graça|<b>|99999/u);
});

test('nothing the outside chose becomes markup or a header', () => {
  const hostile = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "'\r\nBcc: a@b.co",
      '{{name}}',
    ),
  );
  fc.assert(
    fc.property(
      hostile,
      hostile,
      hostile,
      fc.constantFrom(...LANGUAGES),
      (device, place, fullName, language) => {
        const mail = rendered({ ...SIGN_IN, device, place }, { fullName, language });
        const bare = (name: string) =>
          rendered({ ...SIGN_IN, device: 'x', place: 'y' }, { fullName: name, language });
        const tags = (html: string) => [...html.matchAll(/<[a-z!/][^>]*>/giu)].map(([tag]) => tag);
        // Tag by tag the same, with the greeting or without it.
        expect([tags(bare('Ana').html), tags(bare('1').html)]).toContainEqual(tags(mail.html));
        expect(mail.subject).toBe(bare('Ana').subject);
        for (const value of Object.values(mail.headers)) expect(value).not.toMatch(/[\r\n]/u);
      },
    ),
    { numRuns: runs(300) },
  );
});
