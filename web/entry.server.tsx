// Renders the pages at build time. Nothing is streamed: a page is written when it is complete, late parts included, so
// that it is readable without scripts.

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      // By default React writes large parts after the page and moves them into place by script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        const body = new PassThrough();
        headers.set('Content-Type', 'text/html');
        text(body)
          .then((page) => resolve(new Response(page, { status, headers })))
          .catch(reject);
        pipe(body);
      },
      // A page that cannot be rendered must stop the build, not be shipped half.
      onShellError: reject,
      onError: reject,
    });
  });
}
