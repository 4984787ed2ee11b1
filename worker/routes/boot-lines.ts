// Writes the first-paint lines into a page: `d` of every `<path data-boot-line="gold-1M">`. Which lines a page holds is
// known from its own markup; after the first time, this isolate reads them before the parser reaches them.

import { bootLineSpec } from '../domain/boot-lines.ts';
import { bootLine } from '../services/boot-lines.ts';
import type { Deps } from '../services/deps.ts';
import { logLine } from '../telemetry/log.ts';

/** A page never waits longer than this for its lines, all together: it is whole without them. */
const LINE_PATIENCE_MS = 250;

/** Page to line names. As many entries as there are pages with lines, since only found pages are asked for. */
const seen = new Map<string, Set<string>>();

export type LineWriter = { readonly element: (element: Element) => Promise<void> };

/** `page` names the document: its path with the language. */
export function bootLineWriter(deps: Deps, page: string): LineWriter {
  const patience = scheduler.wait(LINE_PATIENCE_MS).then(() => null);
  const asked = new Map<string, Promise<string | null>>();

  function ask(name: string): Promise<string | null> {
    const asking = asked.get(name) ?? lineOrNothing(deps, name);
    asked.set(name, asking);
    return asking;
  }

  const names = seen.get(page);
  if (names !== undefined) for (const name of names) void ask(name);

  return {
    async element(element) {
      const name = element.getAttribute('data-boot-line') ?? '';
      seen.set(page, (seen.get(page) ?? new Set()).add(name));
      const line = await Promise.race([ask(name), patience]);
      if (line !== null) element.setAttribute('d', line);
    },
  };
}

async function lineOrNothing(deps: Deps, name: string): Promise<string | null> {
  const spec = bootLineSpec(name);
  if (spec === null) return null;
  try {
    return await bootLine(deps, name, spec);
  } catch (error) {
    logLine('error', 'boot-line-failed', { line: name, error: String(error) });
    return null;
  }
}
