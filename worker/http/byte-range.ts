// Part of a file, for players that ask for it so (RFC 9110, section 14): Safari plays no video from a server that
// always answers with the whole.

export type ByteRange = { readonly first: number; readonly last: number };

/** One range of a file of `length` bytes; null: not asked for in a way we serve; 'outside': there is no such part. */
export function byteRange(header: string | null, length: number): ByteRange | 'outside' | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/u.exec(header ?? '');
  const [, from = '', to = ''] = asked ?? [];
  if (asked === null || (from === '' && to === '')) return null;
  if (from === '') {
    const count = Math.min(Number(to), length);
    return count === 0 ? 'outside' : { first: length - count, last: length - 1 };
  }
  const first = Number(from);
  const last = to === '' ? length - 1 : Math.min(Number(to), length - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= length ? 'outside' : { first, last };
}

/** The whole answer, or the part of it that was asked for. */
export async function inRange(request: Request, whole: Response): Promise<Response> {
  if (whole.status !== 200) return whole;
  const headers = new Headers(whole.headers);
  headers.set('Accept-Ranges', 'bytes');
  const ifRange = request.headers.get('If-Range');
  const unchanged = ifRange === null || ifRange === headers.get('ETag');
  if (request.method !== 'GET' || !request.headers.has('Range') || !unchanged) {
    return new Response(whole.body, { headers });
  }
  const bytes = await whole.arrayBuffer();
  const range = byteRange(request.headers.get('Range'), bytes.byteLength);
  if (range === null) return new Response(bytes, { headers });
  if (range === 'outside') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${bytes.byteLength}` } });
  }
  headers.set('Content-Range', `bytes ${range.first}-${range.last}/${bytes.byteLength}`);
  headers.delete('Content-Length');
  return new Response(bytes.slice(range.first, range.last + 1), { status: 206, headers });
}
