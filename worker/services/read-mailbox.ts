// The mailbox of a developer's machine. It exists nowhere else.

import { findLocalMail, listLocalMails, type LocalMail, type LocalMailHead } from '../db/local-mailbox.ts';
import type { Deps } from './deps.ts';

export type { LocalMail, LocalMailHead };

type ReadDeps = Pick<Deps, 'db'> & { readonly env: Pick<Env, 'ENVIRONMENT'> };

const LISTED_AT_MOST = 100;

export function hasMailbox(env: Pick<Env, 'ENVIRONMENT'>): boolean {
  return env.ENVIRONMENT === 'local';
}

/** Newest first; an empty `recipient` means all. */
export async function readMailbox(deps: ReadDeps, recipient: string): Promise<readonly LocalMailHead[]> {
  if (!hasMailbox(deps.env)) return [];
  const to = recipient.trim().toLowerCase();
  return listLocalMails(deps.db, to === '' ? null : to, LISTED_AT_MOST);
}

export async function readMail(deps: ReadDeps, id: string): Promise<LocalMail | null> {
  return hasMailbox(deps.env) ? findLocalMail(deps.db, id) : null;
}
