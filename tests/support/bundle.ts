// The bundle that a deployment uploads, as the modules of a Miniflare: the script, and the code that it imports compiled.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Module =
  | { readonly type: 'ESModule'; readonly path: string; readonly contents: string }
  | { readonly type: 'CompiledWasm'; readonly path: string; readonly contents: Uint8Array };

/** `folder` is what `wrangler deploy --dry-run --outdir` wrote. */
export function modulesOf(folder: string, change: (script: string) => string = (script) => script): Module[] {
  const compiled = readdirSync(folder).filter((name) => name.endsWith('.wasm'));
  return [
    { type: 'ESModule', path: 'index.js', contents: change(readFileSync(join(folder, 'index.js'), 'utf8')) },
    ...compiled.map((path) => ({
      type: 'CompiledWasm' as const,
      path,
      contents: readFileSync(join(folder, path)),
    })),
  ];
}
