// A file that the browser saves under its name.

import type { Context } from 'hono';

export function fileReply(
  c: Context,
  { name, type, bytes }: { readonly name: string; readonly type: string; readonly bytes: Uint8Array },
) {
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}
