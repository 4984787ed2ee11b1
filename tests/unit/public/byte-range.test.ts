import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteRange, inRange } from '../../../worker/http/byte-range.ts';

test.each([
  ['bytes=0-1', { first: 0, last: 1 }],
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=90-500', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['bytes=99-99', { first: 99, last: 99 }],
  ['bytes=100-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=5-4', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['bytes=a-b', null],
  ['lines=0-1', null],
  [null, null],
])('of a hundred bytes, %s is %o', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});

test('the parts of a file, put together, are the file', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      async (file, size) => {
        const parts: number[] = [];
        for (let at = 0; at < file.length; at += size) {
          const headers = { Range: `bytes=${at}-${at + size - 1}` };
          const reply = await inRange(
            new Request('http://localhost/a.webm', { headers }),
            new Response(file),
          );
          expect(reply.status).toBe(206);
          expect(reply.headers.get('Content-Range')).toMatch(
            new RegExp(`^bytes ${at}-\\d+/${file.length}$`, 'u'),
          );
          parts.push(...new Uint8Array(await reply.arrayBuffer()));
        }
        expect(parts).toEqual([...file]);
      },
    ),
  );
});

test.each([
  ['nothing was asked for', {}, 200, 10, null],
  ['a part of an older file was asked for', { Range: 'bytes=0-1', 'If-Range': '"old"' }, 200, 10, null],
  ['a part of this file was asked for', { Range: 'bytes=0-1', 'If-Range': '"now"' }, 206, 2, 'bytes 0-1/10'],
  ['several parts were asked for', { Range: 'bytes=0-1,4-5' }, 200, 10, null],
  ['a part behind the end was asked for', { Range: 'bytes=10-' }, 416, 0, 'bytes */10'],
])('%s', async (_name, headers, status, length, said) => {
  const whole = new Response('0123456789', { headers: { ETag: '"now"', 'Content-Type': 'video/webm' } });
  const reply = await inRange(new Request('http://localhost/a.webm', { headers }), whole);
  expect(reply.status).toBe(status);
  expect((await reply.arrayBuffer()).byteLength).toBe(length);
  expect(reply.headers.get('Content-Range')).toBe(said);
});
