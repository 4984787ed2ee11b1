// Images that were stored with their metadata, before uploads left it out (D55): each is stored anew without, and its old
// address answers 404. A few at a time; once none is left, a run reads one index.

import { type AuditActor, commitAudited } from '../db/audit-log.ts';
import { moveCardImagesStatements } from '../db/card-images.ts';
import {
  deleteMediaStatement,
  findMediaByKey,
  hideUncleanStatement,
  listUncleanMedia,
  markCleanStatement,
  type MediaRow,
  replaceMediaFileStatement,
} from '../db/media.ts';
import { type ImageFacts, inspectImage } from '../domain/image-types.ts';
import { mediaKey, readMedia, removeMedia, storeMedia } from '../storage/media-objects.ts';
import type { Deps } from './deps.ts';

type Cleaning = Pick<Deps, 'db' | 'env' | 'now' | 'newId'>;

/** Bounds the memory and time of one run: each is up to 10 MiB. */
const AT_ONCE = 3;
const BY: AuditActor = { actorId: null, actor: 'cron: images without metadata', device: null, place: null };

/** Answers with how many images it looked at. */
export async function cleanStoredImages(deps: Cleaning): Promise<number> {
  const rows = await listUncleanMedia(deps.db, AT_ONCE);
  for (const row of rows) await cleanOne(deps, row);
  return rows.length;
}

async function cleanOne(deps: Cleaning, row: MediaRow): Promise<void> {
  const { db, env } = deps;
  const body = await readMedia(env.MEDIA, row.storageKey);
  // A file that is not there is answered to nobody.
  if (body === null) return void (await markCleanStatement(db, row.id).run());
  const facts = inspectImage(new Uint8Array(await new Response(body).arrayBuffer()));
  // What today's rules refuse is shown to nobody until an operator has looked at it.
  if (!facts.ok) {
    const after = { isActive: false, refusal: facts.error };
    const hide = hideUncleanStatement(db, row.id, deps.now());
    return commitLine(deps, row, 'image.hidden', after, [hide]);
  }
  const key = await mediaKey('images', facts.value.picture, facts.value.type);
  if (key === row.storageKey) return void (await markCleanStatement(db, row.id).run());
  await storeMedia(env.MEDIA, key, facts.value.picture, facts.value.type);
  await replaceFile(deps, row, key, facts.value);
  await removeMedia(env.MEDIA, row.storageKey);
}

/** Where the same picture is in the library without metadata already, its cards move to that one. */
async function replaceFile(deps: Cleaning, row: MediaRow, key: string, facts: ImageFacts): Promise<void> {
  const { db } = deps;
  const same = await findMediaByKey(db, key);
  if (same !== null) {
    const statements = [
      ...moveCardImagesStatements(db, { from: row.id, to: same.id }),
      deleteMediaStatement(db, row.id),
    ];
    return commitLine(deps, row, 'image.deleted', { sameAs: same.id }, statements);
  }
  const { width, height, picture } = facts;
  const file = { storageKey: key, fileSize: picture.byteLength, width, height };
  return commitLine(deps, row, 'image.updated', file, [replaceMediaFileStatement(db, row.id, file)]);
}

async function commitLine(
  deps: Cleaning,
  { id, storageKey, filename, isActive }: MediaRow,
  action: 'image.hidden' | 'image.updated' | 'image.deleted',
  after: unknown,
  statements: readonly D1PreparedStatement[],
): Promise<void> {
  const subject = { kind: 'image', id } as const;
  const before = { filename, storageKey, isActive };
  const event = { id: deps.newId(), at: deps.now(), by: BY, action, subject, before, after };
  await commitAudited(deps.db, event, statements);
}
