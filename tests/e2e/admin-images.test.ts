// Operators put images and videos on the site: chosen, sent with their progress, refused by what they are, associated,
// switched off and removed, in both languages. What visitors see of it afterwards is part of each.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import type { CardId, CardPage } from '../../worker/domain/card-catalogue.ts';
import { IMAGE_MAX_BYTES } from '../../worker/domain/media.ts';
import { inspect } from './support/inspect.ts';
import { indexedPng } from './support/indexed-png.ts';
import { ENGLISH, type Language, LANGUAGES, PORTUGUESE } from './support/language.ts';
import { codeOf } from './support/factors.ts';
import { type Operator, signUpOperator } from './support/operators.ts';
import { OWN_SERVER } from './support/servers.ts';
import { type Account, expect, test, testsOf } from './support/test.ts';
import { adminImagesWords, adminVideosWords, proofWords, translator } from '../support/words.ts';

/** A card of its own for each language: the two tests look at the site. */
const CARD_OF: Readonly<Record<Language['locale'], { readonly page: CardPage; readonly card: CardId }>> = {
  'pt-BR': { page: 'about', card: 'mission' },
  en: { page: 'about', card: 'values' },
};

const wordsOf = ({ locale }: Language) => ({
  t: translator(adminImagesWords, locale),
  videos: translator(adminVideosWords, locale),
  proof: translator(proofWords, locale),
});

/** An image that was not uploaded before. */
function picture(name = `${crypto.randomUUID().slice(0, 8)}.png`) {
  const [width, height] = [48, 32];
  const pixels = crypto.getRandomValues(new Uint8Array(width * height * 4)).map((byte) => byte & 0xc0);
  const buffer = indexedPng(
    pixels.map((byte, i) => (i % 4 === 3 ? 255 : byte)),
    width,
    height,
    256,
  );
  return { name, mimeType: 'image/png', buffer };
}

/** The browser reads a file by itself: megabytes are not handed over. */
function onDisk(name: string, content: Buffer): string {
  const path = test.info().outputPath(name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const step = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name, exact: true });

/** The operator's area at the images, in this language. */
async function open(page: Page, account: Account, language: Language, proved: boolean): Promise<Operator> {
  const person = await signUpOperator(account, { language: language.locale, proved });
  await page.goto(language.path('/admin/images'));
  return person;
}

for (const language of LANGUAGES) {
  const { inPortuguese } = testsOf(language.locale);
  const { t, proof } = wordsOf(language);

  test.describe(`in ${language.locale}`, () => {
    inPortuguese(
      'an image goes from the desk to a card of the site, and off it again',
      async ({ page, account, context }) => {
        const person = await open(page, account, language, false);
        const good = picture();
        await page.getByLabel(t('upload.drop')).setInputFiles([
          // Large: the question comes while it is still on its way.
          onDisk('fake.png', Buffer.alloc(IMAGE_MAX_BYTES, '<svg onload=alert(1)>')),
          onDisk(good.name, good.buffer),
          onDisk('notes.txt', Buffer.from('notes')),
          onDisk('large.jpg', Buffer.alloc(IMAGE_MAX_BYTES + 1)),
        ]);

        const files = page.getByRole('list', { name: t('upload.list') }).getByRole('listitem');
        await expect(files).toHaveCount(3);
        await expect(page.getByText(t.count('upload.ignored', 1))).toBeVisible();
        await expect(files.filter({ hasText: 'large.jpg' })).toContainText(
          language.words.problems.ImageTooLarge.next,
        );
        await expect(page.getByText(t.count('upload.waiting', 2))).toBeVisible();

        await button(page, t('upload.all')).click();
        // "Is it you?", once: the files go on by themselves.
        const question = page.getByRole('dialog', { name: proof('title') });
        await question.getByLabel(proof('totp.label')).fill(codeOf(person.key, 0));
        await button(question, proof('submit')).click();
        const sent = files.filter({ hasText: good.name });
        await expect(sent).toContainText(t('upload.uploaded'));
        await expect(files.filter({ hasText: 'fake.png' })).toContainText(
          language.words.problems.ImageTypeRefused.what,
        );
        await expect(button(page, t('upload.all'))).toBeFocused();
        // What failed is not left behind unseen.
        await expect(step(page, t('tabs.upload'))).toHaveAttribute('aria-selected', 'true');
        await button(page, t('upload.remove', { name: 'fake.png' })).click();
        await expect(files).toHaveCount(2);

        await button(page, t('upload.associateNamed', { name: good.name })).click();
        const { page: place, card } = CARD_OF[language.locale];
        await associate(page, language, place, card, `Alt ${good.name}`);
        const row = page
          .getByRole('tabpanel')
          .getByRole('listitem')
          .filter({ hasText: `Alt ${good.name}` });
        await expect(row.getByRole('switch')).toBeChecked();

        await page.goto(language.path(`/${place}`));
        await page.locator(`#${card}`).scrollIntoViewIfNeeded();
        await expect(page.getByRole('img', { name: `Alt ${good.name}` })).toBeVisible();

        await page.goto(language.path('/admin/images?tab=manage'));
        await row.getByRole('switch').click();
        await expect(page.getByText(t('manage.off'))).toBeVisible();
        await expect(row.getByRole('switch')).not.toBeChecked();
        const shown = await page.request.get(`/api/card-images?page=${place}`);
        expect(JSON.stringify(await shown.json())).not.toContain(good.name);

        await remove(page, language, row);
        await expect(row).toHaveCount(0);

        await test.step('in the library it is found by its words, hidden from visitors, shown again and deleted', async () => {
          await step(page, t('tabs.associate')).click();
          await page.getByRole('searchbox').fill(`alt ${good.name}`.toUpperCase());
          const image = page.getByRole('radio', { name: good.name });
          await expect(
            page.getByRole('radiogroup', { name: t('associate.library') }).getByRole('radio'),
          ).toHaveCount(1);
          // The picture is the label that a pointer presses.
          await image.check({ force: true });
          const preview = page.getByRole('region', { name: t('preview.label') });
          await expect(preview.locator('img')).toHaveCount(2);
          const address = (await preview.locator('img').first().getAttribute('src')) ?? '';
          const visitor = await context.browser()?.newContext();
          const answer = async () => (await visitor?.request.get(OWN_SERVER.origin + address))?.status();
          // On no card: for the operator's eyes alone (P72).
          expect(await answer()).toBe(404);
          await expect
            .poll(() =>
              preview
                .locator('img')
                .first()
                .evaluate((one: HTMLImageElement) => one.naturalWidth),
            )
            .toBeGreaterThan(0);
          await button(page, t('library.hide')).click();
          const hiding = page.getByRole('dialog', { name: t('library.hideTitle') });
          await expect(hiding).toContainText(good.name);
          await button(hiding, t('library.hide')).click();
          await expect(image).toHaveAccessibleName(t('library.hiddenNamed', { name: good.name }));
          expect(await answer()).toBe(404);
          await button(page, t('library.restore')).click();
          await expect(page.getByText(t('library.restored'))).toBeVisible();
          expect(await answer()).toBe(404);
          await button(page, t('library.delete')).click();
          await button(
            page.getByRole('dialog', { name: t('library.deleteTitle') }),
            t('library.delete'),
          ).click();
          await expect(page.getByText(t('associate.none.title'))).toBeVisible();
          expect(await answer()).toBe(404);
          await visitor?.close();
        });
      },
    );
  });
}

/** Step two, from its empty form to step three. */
async function associate(
  page: Page,
  language: Language,
  place: CardPage,
  card: CardId,
  altText: string,
): Promise<void> {
  const { t } = wordsOf(language);
  await expect(step(page, t('tabs.associate'))).toHaveAttribute('aria-selected', 'true');
  await expect(
    page
      .getByRole('radiogroup', { name: t('associate.library') })
      .getByRole('radio')
      .first(),
  ).toBeChecked();
  const submit = button(page, t('associate.submit'));
  await expect(submit).toBeDisabled();
  await expect(page.getByText(t('associate.missing'))).toBeVisible();
  await page.getByRole('textbox', { name: t('associate.alt'), exact: true }).fill(altText);
  const cards = page.getByLabel(t('associate.card'), { exact: true });
  await cards.selectOption('security');
  await expect(submit).toBeEnabled();
  // Another page has other cards.
  await page.getByLabel(t('associate.page'), { exact: true }).selectOption(place);
  await expect(cards).toHaveValue('');
  await expect(submit).toBeDisabled();
  await cards.selectOption(card);
  await submit.click();
  await expect(page.getByText(t('associate.done'))).toBeVisible();
  await expect(step(page, t('tabs.manage'))).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: t('manage.title') })).toBeFocused();
}

async function remove(page: Page, language: Language, row: Locator): Promise<void> {
  const { t } = wordsOf(language);
  await row.getByRole('button', { name: t('manage.remove') }).click();
  const question = page.getByRole('dialog', { name: t('manage.confirm.title') });
  await expect(question).toContainText(t('manage.confirm.text'));
  await button(question, t('manage.confirm.submit')).click();
  await expect(page.getByText(t('manage.removed'))).toBeVisible();
}

test('an image whose upload is cut off is sent again; a video takes the place of the one behind the opening, and gives it back', async ({
  page,
  account,
}) => {
  const { t, videos } = wordsOf(PORTUGUESE);
  await open(page, account, PORTUGUESE, true);
  await test.step('a file above the limit is refused with its reason, however it arrives', async () => {
    for (const _ of Array.from({ length: 6 })) {
      const reply = await page.request.post('/api/admin/media?filename=foto.png', {
        data: Buffer.alloc(IMAGE_MAX_BYTES * 1.2),
        headers: { Origin: OWN_SERVER.origin },
      });
      expect(reply.status()).toBe(413);
      expect(await reply.json()).toMatchObject({ code: 'ImageTooLarge' });
    }
  });
  await test.step('a dropped image whose upload is cut off is sent again, and leads on by itself', async () => {
    await page.route('**/api/admin/media?**', (route) => route.abort('connectionreset'), { times: 1 });
    const { name, buffer } = picture();
    const transfer = await page.evaluateHandle(
      ([bytes, called]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], called, { type: 'image/png' }));
        return data;
      },
      [[...buffer], name] as const,
    );
    await page.getByLabel(t('upload.drop')).dispatchEvent('drop', { dataTransfer: transfer });
    await button(page, t('upload.oneNamed', { name })).click();
    const file = page.getByRole('list', { name: t('upload.list') }).getByRole('listitem');
    await expect(file).toContainText(PORTUGUESE.words.problems.Unreachable.what);
    // "Upload All" leaves it alone.
    await expect(button(page, t('upload.all'))).toBeDisabled();
    await button(page, t('upload.againNamed', { name })).click();
    await expect(step(page, t('tabs.associate'))).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('region', { name: t('associate.image') })).toBeFocused();
    await expect(page.getByRole('radio', { name }).first()).toBeChecked();
  });

  await test.step('a video takes the place of the one behind the opening, and gives it back', async () => {
    await removeVideos(page);
    await step(page, t('tabs.videos')).click();
    const name = `${crypto.randomUUID().slice(0, 8)}.webm`;
    const buffer = readFileSync(resolve(import.meta.dirname, '../../web/styles/media/hero.webm'));
    await page.getByLabel(videos('upload.drop')).setInputFiles({ name, mimeType: 'video/webm', buffer });
    await button(page, t('upload.oneNamed', { name })).click();
    await expect(page.getByRole('list', { name: videos('upload.list') })).toContainText(
      videos('upload.uploaded'),
    );
    const row = page.getByRole('listitem').filter({ has: page.getByRole('switch') });
    await expect(row).toContainText(videos('playing'));
    // Its picture is in sight before it plays.
    await expect
      .poll(() => row.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0);
    const playing = async () => {
      const reply = await page.request.get(
        '/api/videos?category=background&subcategory=hero&pageLocation=home',
      );
      return ((await reply.json()) as { videos: unknown[] }).videos.length;
    };
    expect(await playing()).toBe(1);
    await row.getByRole('switch').click();
    await expect(page.getByText(videos('off'))).toBeVisible();
    await expect(row).not.toContainText(videos('playing'));
    expect(await playing()).toBe(0);
    await row.getByRole('button', { name: videos('remove') }).click();
    await button(page.getByRole('dialog'), videos('confirm.submit')).click();
    await expect(page.getByText(videos('empty.title'))).toBeVisible();
  });
});

test('the question before an association is deleted stands every theme and width', async ({
  page,
  account,
}) => {
  test.slow();
  const { t } = wordsOf(ENGLISH);
  await open(page, account, ENGLISH, true);
  const { name, buffer } = picture();
  const upload = await page.request.post(`/api/admin/media?filename=${name}`, {
    data: buffer,
    headers: { Origin: new URL(page.url()).origin },
  });
  const { image } = (await upload.json()) as { image: { id: string } };
  const altText = `Alt ${name}`;
  await account.post('/api/admin/card-images', { mediaId: image.id, page: 'gold', card: 'purity', altText });
  await step(page, t('tabs.associate')).click();
  await expect(page.getByLabel(t('associate.page'), { exact: true })).toBeVisible();
  await page.getByLabel(t('associate.page'), { exact: true }).selectOption('gold');
  await expect(
    // By the name that the page shows, and by that of the catalogue.
    page.getByRole('option', { name: t('associate.hasImage', { card: 'Purity (Gold Purity)' }) }),
  ).toBeAttached();
  await inspect(page, 'associate');
  await step(page, t('tabs.manage')).click();
  const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: altText });
  await row.getByRole('button', { name: t('manage.remove') }).click();
  const question = page.getByRole('dialog', { name: t('manage.confirm.title') });
  await expect(question).toBeVisible();
  await inspect(page, 'delete association');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(row).toBeVisible();
  await remove(page, ENGLISH, row);
});

/** Databases outlive a run: one that broke off may have left its own. */
async function removeVideos(page: Page): Promise<void> {
  const headers = { Origin: new URL(page.url()).origin };
  const reply = await page.request.get('/api/admin/videos');
  const { videos } = (await reply.json()) as { videos: readonly { id: string }[] };
  for (const { id } of videos) await page.request.delete(`/api/admin/videos/${id}`, { headers });
}
