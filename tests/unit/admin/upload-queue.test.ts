// The operator's files: one at a time, each with its own end, and "Upload All" as the specification has it.

import { describe, expect, it, vi } from 'vitest';
import { isOfKind, refusalOf } from '../../../web/features/operators/images/file-rules.ts';
import { type Run, type SendFile, UploadQueue } from '../../../web/features/operators/images/upload-queue.ts';
import { sentNotice } from '../../../web/features/operators/images/upload-panel.tsx';
import { IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from '../../../worker/domain/media.ts';
import { adminImagesWords, translator } from '../../support/words.ts';

describe('what a run of uploads says', () => {
  const t = translator(adminImagesWords, 'pt-BR');
  const [fresh, known] = [{ isNew: true }, { isNew: false }];
  it.each([
    [[fresh], { title: '1 imagem enviada.' }],
    [[fresh, known, fresh], { title: '2 imagens enviadas.', message: '1 já estava na biblioteca.' }],
    [[known, known], { title: 'Nenhuma imagem nova.', message: '2 já estavam na biblioteca.' }],
  ])('counts a stored image apart: %j', (uploaded, said) => {
    expect(sentNotice(t, uploaded)).toEqual(said);
  });
});

describe('a file, before it is sent', () => {
  it.each([
    ['a.png', 'image/png', true, false],
    ['a.svg', 'image/svg+xml', true, false],
    ['a.heic', 'image/heic', true, false],
    ['a.avif', '', true, false],
    ['A.JPG', '', true, false],
    ['a.pdf', 'application/pdf', false, false],
    ['image.png.exe', '', false, false],
    ['notes.txt', 'text/plain', false, false],
    ['clip.mp4', 'video/mp4', false, true],
    ['clip.WEBM', '', false, true],
    ['clip.mov', 'video/quicktime', false, true],
  ])('%s (%s) is taken as an image: %s, as a video: %s', (name, type, image, video) => {
    expect([isOfKind('image', { name, type, size: 1 }), isOfKind('video', { name, type, size: 1 })]).toEqual([
      image,
      video,
    ]);
  });

  it.each([
    ['image', 'image/png', 1, null],
    ['image', 'image/jpeg', IMAGE_MAX_BYTES, null],
    ['image', 'image/webp', IMAGE_MAX_BYTES + 1, 'ImageTooLarge'],
    ['image', 'image/avif', 0, 'ImageDamaged'],
    ['image', '', 10, null],
    ['image', 'image/svg+xml', 10, 'ImageTypeRefused'],
    ['image', 'image/gif', IMAGE_MAX_BYTES + 1, 'ImageTypeRefused'],
    ['video', 'video/mp4', VIDEO_MAX_BYTES, null],
    ['video', 'video/webm', VIDEO_MAX_BYTES + 1, 'VideoTooLarge'],
    ['video', 'video/quicktime', 10, 'VideoTypeRefused'],
    ['video', '', 0, 'VideoDamaged'],
  ] as const)('as %s of type "%s" and %i bytes is refused with: %s', (kind, type, size, code) => {
    expect(refusalOf(kind, { name: 'a', type, size })?.problem.code ?? null).toBe(code);
  });
});

const file = (name: string) => new File(['x'], name, { type: 'image/png' });

/** A queue whose files end when the test says so. */
function world({ refused = [] as string[] } = {}) {
  const ends = new Map<string, { resolve: (sent: string) => void; reject: (error: unknown) => void }>();
  const runs: Run<string>[] = [];
  const send = vi.fn<SendFile<string>>(
    ({ name }, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        onProgress(0.5);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        ends.set(name, { resolve, reject });
      }),
  );
  const queue = new UploadQueue<string>({
    send,
    refusalOf: ({ name }) => (refused.includes(name) ? new Error('refused') : null),
    stopsAll: (error) => error === 'stop',
    onRunEnd: (run) => runs.push(run),
  });
  const kinds = () => queue.files().map(({ state }) => state.kind);
  const keyOf = (name: string) => queue.files().find((entry) => entry.file.name === name)?.key ?? '';
  const settle = async (name: string, error?: unknown) => {
    if (error === undefined) ends.get(name)?.resolve(`sent ${name}`);
    else ends.get(name)?.reject(error);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { queue, send, runs, kinds, keyOf, settle };
}

describe('the upload queue', () => {
  it('sends nothing before it is asked to', () => {
    const w = world();
    w.queue.add([file('a'), file('b')]);
    expect(w.kinds()).toEqual(['pending', 'pending']);
    expect(w.send).not.toHaveBeenCalled();
  });

  it('sends all one after the other and says at the end what became of them', async () => {
    const w = world();
    w.queue.add([file('a'), file('b')]);
    w.queue.uploadAll();
    expect(w.kinds()).toEqual(['sending', 'queued']);
    expect(w.queue.files()[0]?.state).toEqual({ kind: 'sending', share: 0.5 });
    await w.settle('a');
    expect(w.kinds()).toEqual(['uploaded', 'sending']);
    await w.settle('b', 'broken');
    expect(w.kinds()).toEqual(['uploaded', 'failed']);
    expect(w.runs).toEqual([{ uploaded: ['sent a'], failed: 1 }]);
  });

  it('skips what was uploaded, what failed and what was refused when all are sent', async () => {
    const w = world({ refused: ['r'] });
    w.queue.add([file('a'), file('b'), file('r')]);
    w.queue.uploadAll();
    await w.settle('a');
    await w.settle('b', 'broken');
    w.queue.add([file('c')]);
    w.queue.uploadAll();
    expect(w.kinds()).toEqual(['uploaded', 'failed', 'refused', 'sending']);
    expect(w.send.mock.calls.map(([sent]) => sent.name)).toEqual(['a', 'b', 'c']);
  });

  it('tries a failed file again when it is asked for by itself, and never a refused or an uploaded one', async () => {
    const w = world({ refused: ['r'] });
    w.queue.add([file('a'), file('r')]);
    w.queue.upload(w.keyOf('r'));
    w.queue.upload(w.keyOf('a'));
    await w.settle('a', 'broken');
    w.queue.upload(w.keyOf('a'));
    w.queue.upload(w.keyOf('a'));
    await w.settle('a');
    w.queue.upload(w.keyOf('a'));
    expect(w.kinds()).toEqual(['uploaded', 'refused']);
    expect(w.send).toHaveBeenCalledTimes(2);
    expect(w.runs).toEqual([
      { uploaded: [], failed: 1 },
      { uploaded: ['sent a'], failed: 0 },
    ]);
  });

  it('keeps the others back when one meets what all would meet', async () => {
    const w = world();
    w.queue.add([file('a'), file('b'), file('c')]);
    w.queue.uploadAll();
    await w.settle('a', 'stop');
    expect(w.kinds()).toEqual(['failed', 'pending', 'pending']);
    expect(w.runs).toEqual([{ uploaded: [], failed: 1 }]);
  });

  it('cancels a file that is taken off the list on its way, and goes on with the next', async () => {
    const w = world();
    w.queue.add([file('a'), file('b')]);
    w.queue.uploadAll();
    w.queue.remove(w.keyOf('a'));
    await w.settle('nothing');
    expect(w.queue.files().map((entry) => [entry.file.name, entry.state.kind])).toEqual([['b', 'sending']]);
    await w.settle('b');
    expect(w.runs).toEqual([{ uploaded: ['sent b'], failed: 0 }]);
  });

  it('takes what is added to a run along with it', async () => {
    const w = world();
    w.queue.add([file('a'), file('b')]);
    w.queue.upload(w.keyOf('a'));
    w.queue.upload(w.keyOf('b'));
    await w.settle('a');
    await w.settle('b');
    expect(w.runs).toEqual([{ uploaded: ['sent a', 'sent b'], failed: 0 }]);
  });

  it('stops when the operator leaves', async () => {
    const w = world();
    w.queue.add([file('a'), file('b')]);
    w.queue.uploadAll();
    w.queue.stop();
    await w.settle('nothing');
    expect(w.queue.files()).toEqual([]);
    expect(w.send).toHaveBeenCalledTimes(1);
  });
});
