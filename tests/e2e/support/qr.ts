// A QR code as a camera sees it: the pixels of a screenshot, read by a reader that shares nothing with the writer.

import type { Locator, Page } from 'playwright/test';
import readQr from 'qr/decode.js';

/** The text of the code in a picture of it, whatever theme and width the page has. The browser reads the picture's pixels. */
export async function textOfCode(page: Page, code: Locator): Promise<string> {
  const shot = (await code.screenshot()).toString('base64');
  const { width, height, pixels } = await page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.codePointAt(0) ?? 0);
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const ink = new OffscreenCanvas(image.width, image.height).getContext('2d');
    ink?.drawImage(image, 0, 0);
    const { data } = ink?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
    return { width: image.width, height: image.height, pixels: [...data] };
  }, shot);
  return readQr({ width, height, data: Uint8Array.from(pixels) });
}
