// An operator's image on a card of the site, as visitors see it: at once, in the drawing's own place, nothing moving; and
// the drawing again when the image is gone or broken. The video behind the first lines likewise.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import ptUi from '../../locales/pt-BR/ui.json' with { type: 'json' };
import type { CardImage, MediaUploaded, VideoUploaded } from '../../worker/contract/operators/media.ts';
import type { CardPage } from '../../worker/domain/card-catalogue.ts';
import { picturesRoom } from '../../web/features/operators/images/picture-rooms.ts';
import { bytesOf, IMAGE_EXAMPLES } from '../fixtures/media-examples.ts';
import { signUpOperator } from './support/operators.ts';
import { watchShifts } from './support/shifts.ts';
import { type Account, expect, test } from './support/test.ts';
import { inTier } from './support/tier.ts';
import { loadWholePage } from './support/whole-page.ts';

const ptVideo = ptUi.video;

const ALT = 'Barras de ouro empilhadas';
const OWN_LOOP = resolve(import.meta.dirname, '../../web/styles/media/hero.webm');

/** An operator's session with what it takes to put things on the site, and to take them off again. */
async function operating(account: Account, context: BrowserContext, origin: string) {
  await signUpOperator(account, { proved: true });
  const headers = { Origin: origin };
  const send = async (path: string, bytes: Uint8Array) => {
    const reply = await context.request.post(`/api/admin${path}`, { data: Buffer.from(bytes), headers });
    expect(reply.ok(), await reply.text()).toBe(true);
    return reply.json();
  };
  return {
    image: async (base64: string) =>
      ((await send('/media?filename=barra.png', bytesOf(base64))) as MediaUploaded).image,
    video: async (bytes: Uint8Array) =>
      (
        (await send(
          '/videos?filename=loop.webm&category=background&subcategory=hero&pageLocation=home',
          bytes,
        )) as VideoUploaded
      ).video,
    associate: async (command: object) =>
      (await account.post('/api/admin/card-images', { altText: ALT, ...command })) as CardImage,
    switchOff: async ({ id }: CardImage) => {
      const path = `/api/admin/card-images/${id}`;
      const reply = await context.request.patch(path, { data: { isActive: false }, headers });
      expect(reply.status()).toBe(200);
    },
    remove: async (path: string) => {
      const reply = await context.request.delete(`/api/admin${path}`, { headers });
      expect([204, 404]).toContain(reply.status());
    },
  };
}

type Operator = Awaited<ReturnType<typeof operating>>;
type Place = { page: CardPage; card: string; at: string; section: string; size: string };

/** One card of each page, and where it is on the page, in one of the languages. */
const FREE_PAGES: readonly Place[] = [
  { page: 'home', card: 'security', at: '/', section: '#why', size: 'medium' },
  { page: 'learn', card: 'history', at: '/en/learn', section: '#journey', size: 'full' },
  { page: 'about', card: 'mission', at: '/about', section: '#mission', size: 'large' },
];
const METAL_PAGES: readonly Place[] = [
  { page: 'gold', card: 'purity', at: '/en/gold', section: '#why', size: 'small' },
  { page: 'silver', card: 'vault', at: '/silver', section: '#why', size: 'full' },
];

const pictureOf = (page: Page, section: string) => page.locator(`${section} .card-image img`);

/** The drawings of a section, which an image takes the place of. */
const drawingsIn = (page: Page, section: string) => page.locator(`${section} :is(svg.drawing, figure.plate)`);

/** A page in which every card is live: each of them has asked for its image, if it has one. */
async function open(page: Page, path: string): Promise<void> {
  const listed = page.waitForResponse(/\/api\/card-images\?/u);
  await page.goto(path);
  await loadWholePage(page);
  await listed;
}

/** Nothing in the page waits to be fetched, decoded or laid out. */
async function untilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    for (const _ of [1, 2]) await new Promise((next) => requestAnimationFrame(next));
  });
}

/** The element keeps its place for a quarter of a second. */
async function untilStill(page: Page, section: string): Promise<void> {
  await page.locator(section).evaluate(async (element) => {
    for (let still = 0, last = Number.NaN; still < 15;) {
      await new Promise((next) => requestAnimationFrame(next));
      const { y } = element.getBoundingClientRect();
      still = y === last ? still + 1 : 0;
      last = y;
    }
  });
}

/** The room of a picture, without its edges, in a large window and on a phone. */
async function roomsOf(page: Page, picture: string) {
  const room = () =>
    page.locator(picture).evaluate(({ clientWidth: width, clientHeight: height }) => ({ width, height }));
  const size = page.viewportSize();
  const desk = await room();
  await page.setViewportSize({ width: 390, height: 844 });
  const phone = await room();
  if (size !== null) await page.setViewportSize(size);
  return { desk, phone };
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Each card shows an image in its drawing's place, and the drawing again once the image is off. */
async function expectImagesShown(page: Page, operator: Operator, places: readonly Place[]): Promise<void> {
  const { moved } = await watchShifts(page, 'main');
  for (const { page: on, card, at, section, size } of places) {
    await test.step(`the card ${on}/${card} shows its image at once and its drawing again afterwards`, async () => {
      const image = await operator.image(IMAGE_EXAMPLES.png.base64);
      const made = await operator.associate({ mediaId: image.id, page: on, card, displaySize: size });
      try {
        // The image is held back until everything else has come to rest: what moves then, moves because of it.
        const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
        await page.route('**/images/**', async (route) => {
          await arrival;
          await route.continue();
        });
        const asked = page.waitForRequest('**/images/**');
        await open(page, at);
        await asked;
        await page.locator(section).scrollIntoViewIfNeeded();
        await untilStill(page, section);
        const drawings = await drawingsIn(page, section).count();
        const box = await page.locator(section).boundingBox();
        const [before] = await moved();
        arrive();
        await expect(pictureOf(page, section)).toHaveAttribute('alt', ALT);
        await expect(pictureOf(page, section)).toHaveAttribute('src', image.url);
        await expect(drawingsIn(page, section)).toHaveCount(drawings - 1);
        // Exactly the room that the drawing had.
        expect((await page.locator(section).boundingBox())?.height).toBe(box?.height);
        const [after, what] = await moved();
        expect(after, what).toBe(before);
        // The operators' preview has the same room, so that the picture is cut as there.
        expect(await roomsOf(page, `${section} .card-image`)).toEqual(picturesRoom(on, 'front'));
        await page.unrouteAll();
        await operator.switchOff(made);
        await open(page, at);
        await untilSettled(page);
        await expect(drawingsIn(page, section)).toHaveCount(drawings);
        await expect(pictureOf(page, section)).toHaveCount(0);
      } finally {
        await operator.remove(`/card-images/${made.id}`);
      }
    });
  }
}

test('the cards of the free pages show their images, a card that turns one on each side', async ({
  page,
  account,
  context,
  baseURL,
}) => {
  const operator = await operating(account, context, baseURL ?? '');
  await expectImagesShown(page, operator, inTier(FREE_PAGES, FREE_PAGES.slice(0, 1)));

  await test.step('the other side of a card that turns has an image of its own', async () => {
    const image = await operator.image(IMAGE_EXAMPLES.webpLossy.base64);
    const made = await operator.associate({
      mediaId: image.id,
      page: 'home',
      card: 'trust',
      position: 'back',
      displaySize: 'full',
    });
    try {
      await open(page, '/');
      await expect(page.locator('#why .flip-back .card-image img')).toHaveAttribute('src', image.url);
      await expect(drawingsIn(page, '#why')).toHaveCount(6);
    } finally {
      await operator.remove(`/card-images/${made.id}`);
    }
  });
});

test('the cards of the metals show their images; one that is missing, broken or never answered leaves the drawing', async ({
  page,
  account,
  context,
  baseURL,
}) => {
  const operator = await operating(account, context, baseURL ?? '');
  await expectImagesShown(page, operator, inTier(METAL_PAGES, METAL_PAGES.slice(0, 1)));

  await test.step('an image that is missing, broken or never answered leaves the drawing where it is', async () => {
    const { jpegBaseline, png, webpLossy } = IMAGE_EXAMPLES;
    const broken = [
      ['purity', jpegBaseline, { status: 404, contentType: 'text/plain', body: 'Not found' }],
      ['storage', png, { status: 200, contentType: 'image/png', body: 'no picture at all' }],
      ['certification', webpLossy, null],
    ] as const;
    const made: CardImage[] = [];
    try {
      const answers = new Map<string, (typeof broken)[number][2]>();
      for (const [card, { base64 }, answer] of broken) {
        const image = await operator.image(base64);
        answers.set(image.url, answer);
        made.push(await operator.associate({ mediaId: image.id, page: 'gold', card }));
      }
      await open(page, '/gold');
      await expect(pictureOf(page, '#why')).toHaveCount(3);
      await page.route('**/images/**', (route) => {
        const answer = answers.get(new URL(route.request().url()).pathname);
        return answer ? route.fulfill(answer) : route.abort();
      });
      const asked = [...answers.keys()].map(async (url) =>
        (await page.waitForRequest(`**${url}`)).response(),
      );
      await open(page, '/gold');
      await Promise.all(asked);
      await untilSettled(page);
      await expect(drawingsIn(page, '#why')).toHaveCount(3);
      await expect(pictureOf(page, '#why')).toHaveCount(0);
      // Nor does a list that cannot be read.
      await page.unrouteAll();
      await page.route('**/api/card-images*', (route) => route.fulfill({ status: 500, body: '{}' }));
      await open(page, '/gold');
      await untilSettled(page);
      await expect(drawingsIn(page, '#why')).toHaveCount(3);
    } finally {
      for (const { id } of made) await operator.remove(`/card-images/${id}`);
    }
  });
});

test('an operator’s video plays behind the first lines; what cannot be played gives way to our own loop', async ({
  page,
  account,
  context,
  baseURL,
}) => {
  const operator = await operating(account, context, baseURL ?? '');
  const video = await operator.video(readFileSync(OWN_LOOP));
  const source = async () =>
    page.locator('.hero video').evaluate((element) => (element as HTMLVideoElement).currentSrc);
  const play = async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    const stop = page.getByRole('button', { name: ptVideo.pause, exact: true });
    await expect(stop).toBeVisible({ timeout: 15_000 });
  };
  try {
    await play();
    expect(await source()).toBe(`${baseURL}${video.url}`);
    await page.route(`**${video.url}`, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await play();
    expect(await source()).toContain('/assets/hero');
  } finally {
    await operator.remove(`/videos/${video.id}`);
  }
  await page.unrouteAll();
  await play();
  expect(await source()).toContain('/assets/hero');
});
