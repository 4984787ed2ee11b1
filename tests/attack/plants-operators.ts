// The records that operators write texts about, each made so far that the next call is the one that writes; a second operator proposes what
// the first one decides. What the product does by itself, or a bank, stands in the database as it would be afterwards.

import { crc32, deflateSync } from 'node:zlib';
import type { AuditAction } from '../../worker/domain/audit.ts';
import { brasiliaDay } from '../../worker/domain/brasilia.ts';
import { addDays } from '../../worker/domain/days.ts';
import { HOUR_MS } from '../../worker/domain/time.ts';
import { bytesOf, VIDEO_EXAMPLES } from '../fixtures/media-examples.ts';
import { csvOf } from '../support/bank-files.ts';
import { deposit, move } from '../support/node-books.ts';
import { addPayoutAccount, withdraw } from '../support/withdrawals.ts';
import type { Plant, Planted, PlantWorld } from './plant-world.ts';

const REASON = 'Looked at it, and it is so';
const EVIDENCE = () => ({ reference: `ST-${crypto.randomUUID()}`, reason: REASON });
const id = () => crypto.randomUUID();
/** Where a reason is read that stands with no record. */
const logOf = (action: AuditAction): string => `/admin/audit?action=${action}`;
type Named = { readonly id: string };

/** The first operator calls. */
const by = (
  { operator }: PlantWorld,
  path: string,
  body: object | Uint8Array,
  over: Partial<Plant> = {},
): Plant => ({
  path: `/api/admin${path}`,
  body,
  as: operator,
  ...over,
});
/** The second operator has proposed it. */
const proposed = <T = Named>(world: PlantWorld, path: string, body: object): Promise<T> =>
  world.call<T>(world.second, 'POST', `/api/admin${path}`, body);

const aboutCustomer =
  (rest: string, body: () => object): Planted =>
  async (world) => {
    const person = await world.person();
    for (const view of ['views', 'detail-views'])
      await world.call(world.operator, 'POST', `/api/admin/users/${person.userId}/${view}`);
    return by(world, `/users/${person.userId}${rest}`, body(), {
      shown: [`/admin?user=${person.userId}`, `/admin/customer?id=${person.userId}`],
    });
  };

// Withdrawals.

async function withdrawal(world: PlantWorld, state: 'waiting-approval' | 'sending' = 'waiting-approval') {
  const { env } = world.target;
  const person = await world.person();
  const payoutAccountId = await addPayoutAccount(env, person, 'wire');
  const made = await withdraw(env.DB, person, { payoutAccountId, amountCents: 50_000, method: 'wire' });
  if (made === null) throw new Error('no withdrawal was made');
  await world.run(
    state === 'sending'
      ? `UPDATE withdrawals SET state = 'sending', sent_at = requested_at, claimed_until = ?2 WHERE id = ?1`
      : `UPDATE withdrawals SET state = 'waiting-approval', flags = '["stopped"]' WHERE id = ?1 AND ?2 > 0`,
    made.id,
    // Nobody asks the gateway meanwhile.
    Date.now() + 24 * HOUR_MS,
  );
  return { id: made.id, person, shown: [`/admin/withdrawals?withdrawal=${made.id}`] };
}

const decided =
  (how: string): Planted =>
  async (world) => {
    const { id: one, person, shown } = await withdrawal(world);
    const body = { reason: REASON };
    return by(world, `/withdrawals/${one}/${how}`, body, { shown, shownTo: { '/dashboard': person } });
  };

const contradicted: Planted = async (world) => {
  const { id: one, shown } = await withdrawal(world, 'sending');
  const said = id();
  await world.run(
    `INSERT INTO payout_contradictions (id, withdrawal_id, kind, state, said, reference, cents, said_at)
     VALUES (?1, ?2, 'amount', 'sending', 'pending', 'ST-1', 1, ?3)`,
    said,
    one,
    Date.now(),
  );
  return by(world, `/withdrawals/${one}/resolve`, { reason: REASON, contradictions: [said] }, { shown });
};

const endOf = () => ({ kind: 'withdrawal-paid', ...EVIDENCE() });
const endProposed: Planted = async (world) => {
  const { id: one, shown } = await withdrawal(world, 'sending');
  return by(world, `/withdrawals/${one}/proposals`, endOf(), { shown });
};
const endDecided =
  (how: string): Planted =>
  async (world) => {
    const { id: one, shown } = await withdrawal(world, 'sending');
    const proposal = await proposed(world, `/withdrawals/${one}/proposals`, endOf());
    return by(world, `/withdrawals/proposals/${proposal.id}/${how}`, { note: REASON }, { shown });
  };

const payoutAccount: Planted = async (world) => {
  const person = await world.person();
  const account = await addPayoutAccount(world.target.env, person, 'wire');
  // Its status goes forward alone, so another one stands beside it that waits.
  await world.run(
    `INSERT INTO payout_accounts (id, account_id, method, sealed_details, masked, fingerprint, holder_mac, status, checked_by, others, created_at)
     SELECT ?2, account_id, method, sealed_details, masked, ?2, holder_mac, 'waiting', checked_by, 0, ?3 FROM payout_accounts WHERE id = ?1`,
    account,
    `${account}-waits`,
    Date.now(),
  );
  const path = `/payout-accounts/${account}-waits`;
  await world.call(world.operator, 'POST', `/api/admin${path}/views`);
  return by(
    world,
    `${path}/decisions`,
    { decision: 'refuse', reason: REASON },
    {
      shown: [`/admin/customer?id=${person.userId}`],
      shownTo: { '/profile/payouts': person },
    },
  );
};

// Deposits and reais.

async function settled(world: PlantWorld): Promise<string> {
  return deposit(world.target.env.DB, {
    accountId: world.subject.userId,
    amount: 20_000,
    at: Date.now() - HOUR_MS,
  });
}
const takenBack = () => ({ kind: 'charge-back', ...EVIDENCE() });
const depositProposed: Planted = async (world) => {
  const one = await settled(world);
  return by(world, `/deposits/${one}/proposals`, takenBack(), { shown: [`/admin/deposits?deposit=${one}`] });
};
const depositDecided =
  (how: string): Planted =>
  async (world) => {
    const one = await settled(world);
    const proposal = await proposed(world, `/deposits/${one}/proposals`, takenBack());
    return by(
      world,
      `/deposits/proposals/${proposal.id}/${how}`,
      { note: REASON },
      { shown: [`/admin/deposits?deposit=${one}`] },
    );
  };

/** Reais that came, from nobody who is known or to go back: refused by the bank, and perhaps held. */
async function reais(world: PlantWorld, state: 'unknown' | 'refused' | 'held'): Promise<object> {
  const { env } = world.target;
  const payment = `E${id().replaceAll('-', '').slice(0, 31)}`;
  const at = Date.now() - HOUR_MS;
  const arrival = await move(env.DB, { accountId: world.subject.userId, asset: 'usd', amount: 1, at });
  await world.run(
    `INSERT INTO brl_payments (gateway, id, method, brl_cents, state, reason, paid_at, received_at, arrival_id, refused_at, held_at, held_by)
     VALUES ('sandbox', ?1, 'pix', 5000, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?8)`,
    payment,
    state === 'unknown' ? 'unknown' : 'refunding',
    state === 'unknown' ? null : 'operators',
    at,
    arrival,
    state === 'unknown' ? null : at,
    state === 'held' ? at : null,
    state === 'held' ? world.second.userId : null,
  );
  return { gateway: 'sandbox', id: payment };
}
const noted =
  (path: string, state: 'unknown' | 'refused' | 'held', action: AuditAction): Planted =>
  async (world) =>
    by(world, `/reais/${path}`, { ...(await reais(world, state)), note: REASON }, { shown: [logOf(action)] });
const handRefund: Planted = async (world) =>
  by(world, '/reais/hand-refunds', { ...(await reais(world, 'held')), ...EVIDENCE() });
const answered: Planted = async (world) => {
  const payment = await reais(world, 'held');
  const refund = id();
  await world.run(
    `INSERT INTO hand_refunds (id, gateway, payment_id, reference, reason, proposed_by, proposed_at, state, decided_by, decided_at, bank_said_at)
     VALUES (?1, 'sandbox', ?2, ?1, ?3, ?4, ?6, 'approved', ?5, ?6, ?6)`,
    refund,
    (payment as Named).id,
    REASON,
    world.second.userId,
    world.operator.userId,
    Date.now(),
  );
  return by(
    world,
    `/reais/hand-refunds/${refund}/answer`,
    { note: REASON },
    { shown: [logOf('reais.twice-answered')] },
  );
};

// The ledger, the vault, the treasury, files of the bank.

const undone = async (world: PlantWorld) => {
  const paid = await settled(world);
  const [row] = world.target.rows<Named>(`SELECT settlement_id AS id FROM deposits WHERE id = '${paid}'`);
  return { operationId: row?.id ?? '', reason: REASON };
};
const reversal: Planted = async (world) => {
  const body = await undone(world);
  return by(world, '/ledger/reversals', body, { shown: [`/admin/ledger?operation=${body.operationId}`] });
};
const reversalDecided =
  (how: string): Planted =>
  async (world) => {
    const body = await undone(world);
    const { id: made } = await proposed(world, '/ledger/reversals', body);
    return by(
      world,
      `/ledger/reversals/${made}/${how}`,
      { note: REASON },
      { shown: [`/admin/ledger?operation=${body.operationId}`] },
    );
  };

const bar = () => ({
  metal: 'silver',
  refiner: 'Metalor',
  serial: id().slice(0, 18),
  grossE3: 1_000_000,
  assayE1: 9_990,
  reason: REASON,
});
const receivedBar = async (world: PlantWorld): Promise<string> => {
  const facts = bar();
  const { id: proposal } = await proposed(world, '/bars/receipts', facts);
  await world.call(world.operator, 'POST', `/api/admin/bars/proposals/${proposal}/approve`, { note: '' });
  const [row] = world.target.rows<Named>(
    `SELECT id FROM bars WHERE serial = '${facts.serial.toUpperCase()}'`,
  );
  return row?.id ?? '';
};
const barDecided =
  (how: string): Planted =>
  async (world) => {
    const { id: proposal } = await proposed(world, '/bars/receipts', bar());
    return by(world, `/bars/proposals/${proposal}/${how}`, { note: REASON });
  };

const order = () => ({ kind: 'dollars-bought', usdCents: 100_000, brlCents: 500_000, ...EVIDENCE() });
const bookedOrder = async (world: PlantWorld): Promise<string> => {
  const { reference } = order();
  await proposed(world, '/treasury/orders', { ...order(), reference });
  const [row] = world.target.rows<Named>(`SELECT id FROM treasury_orders WHERE reference = '${reference}'`);
  await world.call(world.operator, 'POST', `/api/admin/treasury/orders/${row?.id}/approve`);
  return row?.id ?? '';
};

/** Nobody had money on it: the line stands alone. */
const bankFile = async (world: PlantWorld, label = 'november.csv'): Promise<Plant> =>
  by(
    world,
    `/reconciliation/files?source=dollars&label=${label}`,
    csvOf([{ day: '2001-02-03', cents: 1 + Math.floor(Math.random() * 1e9), id: id() }]),
  );
const loadedFile = async (world: PlantWorld): Promise<string> => {
  const { path, body } = await bankFile(world);
  const { file } = await world.call<{ readonly file: Named }>(world.operator, 'POST', path, body);
  return file.id;
};
const setAside: Planted = async (world) =>
  by(world, `/reconciliation/files/${await loadedFile(world)}/set-aside`, { reason: REASON });
const resolved: Planted = async (world) => {
  const file = await loadedFile(world);
  const [open] = world.target.rows<Named>(`SELECT id FROM bank_breaks WHERE file_id = '${file}' LIMIT 1`);
  return by(
    world,
    `/reconciliation/breaks/${open?.id}/resolve`,
    { reason: REASON },
    { shown: ['/admin/reconciliation?state=resolved'] },
  );
};

// What the site says: tariffs, the banner, the pause, bulletins, images.

const tariff: Planted = async (world) => {
  await world.run(
    `UPDATE exchange_tariffs SET state = 'withdrawn', decided_by = proposed_by, decided_at = ?1 WHERE state = 'open'`,
    Date.now(),
  );
  const terms = { spreadBasisPoints: 100, iofBasisPoints: 38, legalBasis: 'Decreto 6.306/2007' };
  return by(world, '/exchange-tariffs', { fromDay: addDays(brasiliaDay(Date.now()), 2), ...terms });
};

/** In both languages: what one field was given stays while the other is written. */
const WORDS = { 'pt-BR': 'Manutenção', en: 'Maintenance' };
type Told = Named & { readonly text: typeof WORDS; readonly reason: typeof WORDS };

const incident: Planted = async (world) => {
  const known = await world.call<{ readonly incident: Told | null }>(
    world.operator,
    'GET',
    '/api/admin/incident',
  );
  return by(world, '/incident', {
    text: known.incident?.text ?? WORDS,
    startsAt: new Date(Date.now() - 1_000).toISOString(),
    endsAt: new Date(Date.now() + 10 * HOUR_MS).toISOString(),
    replaces: known.incident?.id ?? null,
  });
};

const pause: Planted = async (world) => {
  const feed = await world.call<{ readonly paused: Told | null }>(
    world.operator,
    'GET',
    '/api/admin/price-feed',
  );
  if (feed.paused !== null)
    await world.call(world.operator, 'POST', '/api/admin/price-feed/resume', { pauseId: feed.paused.id });
  return by(world, '/price-feed/pause', { reason: feed.paused?.reason ?? WORDS });
};

let bulletins = 0;
const bulletin: Planted = async (world) => {
  const day = addDays('2001-01-01', (bulletins += 1));
  await world.run(
    `INSERT INTO ptax_days (kind, day, buy_e4, sell_e4, published_at, source, fetched_at, held)
     VALUES ('simulated', ?1, 50000, 50100, ?2, 'simulated', ?2, 'implausible')`,
    day,
    Date.now(),
  );
  return by(
    world,
    `/price-feed/bulletins/${day}`,
    { take: 'first', reason: REASON },
    { shown: [logOf('feed.bulletin-decided')] },
  );
};

/** Of 16 bytes: four pixels. */
function pngOf(pixels: Uint8Array): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const plain = Uint8Array.of(0);
  const rows = Buffer.concat([plain, pixels.subarray(0, 8), plain, pixels.subarray(8)]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 6, 0, 0, 0])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
/** A file is known by its bytes: another picture, and another film, whose frames nobody looks at. */
const picture = (): Uint8Array => pngOf(crypto.getRandomValues(new Uint8Array(16)));
const film = (): Uint8Array => {
  const bytes = bytesOf(VIDEO_EXAMPLES.mp4H264.base64);
  bytes.set(crypto.getRandomValues(new Uint8Array(4)), bytes.length - 4);
  return bytes;
};
const imageFile = (world: PlantWorld): Plant => by(world, '/media?filename=ouro.png', picture());
const videoFile = (world: PlantWorld): Plant =>
  by(world, '/videos?filename=ouro.mp4&category=background', film());
const uploaded = async (world: PlantWorld): Promise<string> => {
  const { path, body } = imageFile(world);
  return (await world.call<{ readonly image: Named }>(world.operator, 'POST', path, body)).image.id;
};
const onCard: Planted = async (world) =>
  by(world, '/card-images', { mediaId: await uploaded(world), page: 'home', card: 'trust', altText: 'Ouro' });

// People.

const asked = (userId: string) => ({
  kind: 'grant',
  userId,
  roles: ['support'],
  premium: false,
  reason: REASON,
});
const proposal: Planted = async (world) => by(world, '/proposals', asked((await world.person()).userId));
const proposalDecided =
  (how: string): Planted =>
  async (world) => {
    const { id: made } = await proposed(world, '/proposals', asked((await world.person()).userId));
    return by(world, `/proposals/${made}/${how}`, { note: REASON });
  };

const identityDecided: Planted = async (world) => {
  const person = await world.person();
  await world.run(`UPDATE identities SET state = 'waiting', asks = 3 WHERE user_id = ?1`, person.userId);
  const path = `/identities/${person.userId}`;
  await world.call(world.operator, 'POST', `/api/admin${path}/views`);
  const { revision } = await world.call<{ readonly revision: number }>(
    world.operator,
    'GET',
    `/api/admin${path}`,
  );
  return by(
    world,
    `${path}/decisions`,
    { revision, decision: 'refuse', reason: REASON },
    {
      shown: [`/admin/identities?identity=${person.userId}`],
      shownTo: { '/profile/identity': person },
    },
  );
};

export const newestMessage = ({ target }: PlantWorld): string =>
  target.rows<Named>('SELECT submission_id AS id FROM contact_messages ORDER BY sent_at DESC LIMIT 1')[0]
    ?.id ?? '';

const answer: Planted = async (world) => {
  await world.call(world.customer, 'POST', '/api/contact', {
    name: 'Ana',
    email: 'ana@example.com',
    phone: '',
    subject: 'Question',
    inquiry: 'general',
    message: 'How is it done, please?',
    website: '',
  });
  const made = newestMessage(world);
  return by(
    world,
    `/contacts/${made}/answers`,
    { id: id(), revision: 0, body: REASON },
    { shown: [`/admin/contacts?message=${made}`] },
  );
};

export const OPERATORS_PLANTS: Readonly<Record<string, Planted>> = {
  'PATCH /api/admin/users/:userId': aboutCustomer('', () => ({ status: 'suspended', reason: REASON })),
  'POST /api/admin/users/:userId/password-reset': aboutCustomer('/password-reset', () => ({
    reason: REASON,
  })),
  'POST /api/admin/users/:userId/two-step-reset': aboutCustomer('/two-step-reset', () => ({
    reason: REASON,
  })),
  'POST /api/admin/users/:userId/notes': aboutCustomer('/notes', () => ({ id: id(), body: REASON })),
  'POST /api/admin/contacts/:id/answers': answer,
  'POST /api/admin/identities/:userId/decisions': identityDecided,
  'POST /api/admin/withdrawals/:id/approve': decided('approve'),
  'POST /api/admin/withdrawals/:id/stop': decided('stop'),
  'POST /api/admin/withdrawals/:id/reject': decided('reject'),
  'POST /api/admin/withdrawals/:id/resolve': contradicted,
  'POST /api/admin/withdrawals/:id/proposals': endProposed,
  'POST /api/admin/withdrawals/proposals/:id/approve': endDecided('approve'),
  'POST /api/admin/withdrawals/proposals/:id/reject': endDecided('reject'),
  'POST /api/admin/payout-accounts/:id/decisions': payoutAccount,
  'POST /api/admin/deposits/:id/proposals': depositProposed,
  'POST /api/admin/deposits/proposals/:id/approve': depositDecided('approve'),
  'POST /api/admin/deposits/proposals/:id/reject': depositDecided('reject'),
  'POST /api/admin/reais/refunds': noted('refunds', 'unknown', 'reais.returned'),
  'POST /api/admin/reais/holds': noted('holds', 'refused', 'reais.held'),
  'POST /api/admin/reais/releases': noted('releases', 'held', 'reais.released'),
  'POST /api/admin/reais/hand-refunds': handRefund,
  'POST /api/admin/reais/hand-refunds/:id/answer': answered,
  'POST /api/admin/ledger/reversals': reversal,
  'POST /api/admin/ledger/reversals/:id/approve': reversalDecided('approve'),
  'POST /api/admin/ledger/reversals/:id/reject': reversalDecided('reject'),
  'POST /api/admin/bars/receipts': async (world) => by(world, '/bars/receipts', bar()),
  'POST /api/admin/bars/:id/releases': async (world) =>
    by(world, `/bars/${await receivedBar(world)}/releases`, { reason: REASON }),
  'POST /api/admin/bars/proposals/:id/approve': barDecided('approve'),
  'POST /api/admin/bars/proposals/:id/reject': barDecided('reject'),
  'POST /api/admin/treasury/orders': async (world) => by(world, '/treasury/orders', order()),
  'POST /api/admin/treasury/orders/:id/undo': async (world) =>
    by(world, `/treasury/orders/${await bookedOrder(world)}/undo`, { reason: REASON }),
  'POST /api/admin/reconciliation/files': (world) => bankFile(world),
  'POST /api/admin/reconciliation/files/:id/set-aside': setAside,
  'POST /api/admin/reconciliation/breaks/:id/resolve': resolved,
  'POST /api/admin/exchange-tariffs': tariff,
  'POST /api/admin/incident': incident,
  'POST /api/admin/price-feed/pause': pause,
  'POST /api/admin/price-feed/bulletins/:day': bulletin,
  'POST /api/admin/media': async (world) => imageFile(world),
  'PATCH /api/admin/media/:id': async (world) => by(world, `/media/${await uploaded(world)}`, {}),
  'POST /api/admin/card-images': onCard,
  'POST /api/admin/videos': async (world) => videoFile(world),
  'POST /api/admin/proposals': proposal,
  'POST /api/admin/proposals/:id/approve': proposalDecided('approve'),
  'POST /api/admin/proposals/:id/reject': proposalDecided('reject'),
};
