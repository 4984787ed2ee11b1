// Links that are sent by e-mail: made for a batch, looked up when one is pressed, and counted by address.

import type { Client } from '../auth/client.ts';
import { hashLinkToken, isLinkToken, linkToken } from '../auth/mailed-link-token.ts';
import type { Refusal } from '../contract/problems.ts';
import { createLinkStatement, findLink, type FoundLink } from '../db/mailed-links.ts';
import { type LinkPurpose, MAILED_LINKS } from '../domain/mailed-links.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { LINK_ADDRESS_LIMIT } from '../domain/session-rules.ts';
import { claimOf, claimOrRefuse } from './attempts.ts';
import type { Deps } from './deps.ts';

type NewLink = {
  readonly purpose: LinkPurpose;
  readonly userId: string;
  /** The mailbox; by default the account's own. */
  readonly email?: string;
  readonly subjectId?: string;
};

export type MadeLink = {
  readonly id: string;
  readonly expiresAt: number;
  readonly statement: D1PreparedStatement;
};

/** Writes nothing for a customer who does not exist. */
export function newLink(deps: Pick<Deps, 'db' | 'env' | 'newId'>, link: NewLink, now: number): MadeLink {
  const id = deps.newId();
  const { purpose, userId, email = null, subjectId = null } = link;
  const tokenHash = hashLinkToken(linkToken(deps.env.SESSION_SECRET, { purpose, id }));
  const expiresAt = now + MAILED_LINKS[purpose];
  const statement = createLinkStatement(deps.db, {
    id,
    purpose,
    userId,
    email,
    subjectId,
    tokenHash,
    expiresAt,
    now,
  });
  return { id, expiresAt, statement };
}

/** The link of a token, used or not, if it has not run out and is for one of `purposes`. Each look is counted. */
export async function pressedLink(
  deps: Deps,
  pressed: { readonly token: string; readonly client: Client },
  purposes: readonly LinkPurpose[],
  now: number,
): Promise<Result<FoundLink, Refusal<'LinkInvalid' | 'TooManyRequests'>>> {
  const { token, client } = pressed;
  const counted = await countPress(deps, client, now);
  if (!counted.ok) return counted;
  const link = isLinkToken(token) ? await findLink(deps.db, hashLinkToken(token), now) : null;
  return link === null || !purposes.includes(link.purpose) ? err({ code: 'LinkInvalid' }) : ok(link);
}

/** Each link that is tried counts for its address, whatever it is for. */
export async function countPress(
  deps: Deps,
  client: Client,
  now: number,
): Promise<Result<unknown, Refusal<'TooManyRequests'>>> {
  const claim = claimOf(deps, `link:address:${client.addressKey}`, LINK_ADDRESS_LIMIT);
  return claimOrRefuse(deps, client.addressKey, [claim], now);
}
