// Files that are not pages: icons, pictures, the theme script. As they are, with the asset server's own validators.

const FILE_NAME = /\.[a-z0-9]{2,11}$/iu;
/** Changes now and then under the same name: a day without asking, then a week while asking. */
const SELDOM = 'public, max-age=86400, stale-while-revalidate=604800';
/** Belongs to the page beside it: asked for each time, answered with 304. */
const ALWAYS_ASK = 'public, no-cache';
const PICTURE = /\.(?:png|ico|svg|jpg|webp|avif|mp4|webm)$/iu;

export function isFileName(path: string): boolean {
  return FILE_NAME.test(path);
}

export async function file(env: Env, request: Request): Promise<Response> {
  const response = await env.ASSETS.fetch(request);
  const isPage = (response.headers.get('Content-Type') ?? '').includes('text/html');
  // A redirect of the asset server's would lead from a file name to a page: there is no such file.
  const found = (response.ok && !isPage) || response.status === 304;
  if (!found) {
    return new Response('Not found', {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' },
    });
  }
  const answer = new Response(response.body, response);
  const { pathname } = new URL(request.url);
  answer.headers.set('Cache-Control', PICTURE.test(pathname) ? SELDOM : ALWAYS_ASK);
  // Pictures are made to be shown elsewhere: in a link's preview, in a search result.
  if (PICTURE.test(pathname)) answer.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  return answer;
}
