// The one list of settings and secrets. `.dev.vars`, `.dev.vars.example`, the `--var` arguments of the local server and the
// table in worker/README.md come from it; a unit test compares it with wrangler.toml.
// `node worker/commands/settings.ts` writes .dev.vars.example and the table again.

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REQUIRED_SECRETS } from '../http/setup-guard.ts';

export type Setting = {
  readonly name: string;
  /** The value in wrangler.toml, as the reader of the table needs it. */
  readonly deployed: string;
  /** The value that a local start writes into .dev.vars; absent: as deployed. */
  readonly local?: string;
  readonly meaning: string;
};

export const SETTINGS: readonly Setting[] = [
  {
    name: 'ENVIRONMENT',
    deployed: 'production',
    local: 'local',
    meaning: 'production refuses simulated prices, seeds and sandbox channels',
  },
  {
    name: 'SITE_ORIGIN',
    deployed: 'empty: nothing is served until it is set',
    meaning:
      'the https origin of the site (https://example.com): canonical links, share tags, the sitemap, links in messages, and where plain http leads',
  },
  {
    name: 'PRICE_PROVIDERS',
    deployed: 'gold-api,swissquote',
    local: 'simulated',
    meaning: 'price sources, comma-separated, in order of trust',
  },
  {
    name: 'FX_PROVIDERS',
    deployed: 'awesomeapi,bcb-ptax',
    local: 'simulated',
    meaning: 'exchange-rate sources, comma-separated, in order of trust',
  },
  { name: 'GOLD_API_URL', deployed: "the vendor's own", meaning: 'base address of gold-api' },
  { name: 'SWISSQUOTE_URL', deployed: "the vendor's own", meaning: 'base address of swissquote' },
  { name: 'METALS_DEV_URL', deployed: "the vendor's own", meaning: 'base address of metals.dev' },
  { name: 'METALS_DEV_KEY', deployed: 'empty', meaning: 'API key of metals.dev' },
  {
    name: 'METALS_DEV_MONTHLY_REQUESTS',
    deployed: '100',
    meaning: 'the plan of metals.dev; its polls are spread over the month',
  },
  { name: 'AWESOMEAPI_URL', deployed: "the vendor's own", meaning: 'base address of awesomeapi' },
  { name: 'BCB_PTAX_URL', deployed: "the vendor's own", meaning: 'base address of bcb-ptax' },
  {
    name: 'PRICE_POLL_MS',
    deployed: '30000',
    local: '2000',
    meaning: 'milliseconds between polls of the hub, between cron runs',
  },
  {
    name: 'PRICE_RELAYS',
    deployed: '1',
    meaning: 'objects that hold the sockets, 1 to 50: one for each 2,000 to 5,000 of them',
  },
  {
    name: 'PRICE_RELAYS_NEAR',
    deployed: 'empty: where each is first asked for',
    meaning: 'location hint of new relays (enam, sam, weur)',
  },
  {
    name: 'ALLOW_REFERENCE_PRICES',
    deployed: 'false',
    meaning: 'quote in production on sources that are not clearly licensed for trading',
  },
  {
    name: 'TRADE_DESK_ENABLED',
    deployed: 'true',
    meaning:
      'trades that wait at the same time go to the database together (D84); otherwise each goes by itself',
  },
  { name: 'SHEET_WEBHOOK_URL', deployed: 'empty', meaning: 'where form submissions are forwarded' },
  {
    name: 'BANK_ACCOUNTS',
    deployed: 'empty: not compared',
    meaning:
      'the accounts of the house, bank and account of each source (`dollars=021000021/4711, reais=341/12345-6`): a statement in OFX of another one is refused (P101)',
  },
  {
    name: 'OPS_WEBHOOK_URL',
    deployed: 'empty: not called',
    meaning: 'where alerts to operators are sent (D97)',
  },
  {
    name: 'OPS_WEBHOOK_SECRET',
    deployed: 'empty',
    meaning:
      'signs the calls of `OPS_WEBHOOK_URL`, 32 characters or more, and a secret of the Worker where that is set; `new,old` signs with both',
  },
  {
    name: 'MAIL_FROM',
    deployed: 'empty: messages wait unsent',
    meaning: "sender of messages, of a domain onboarded to Cloudflare's Email Service",
  },
  {
    name: 'PIX_API_URL',
    deployed: 'empty: no PIX',
    meaning:
      "base address of the bank's Pix API (https://pix.api.efipay.com.br); it is called once all of `PIX_API_...` and its certificate are set",
  },
  { name: 'PIX_API_CLIENT_ID', deployed: 'empty', meaning: 'whom the bank gave access to its Pix API' },
  { name: 'PIX_API_CLIENT_SECRET', deployed: 'empty', meaning: 'the secret that belongs to it' },
  {
    name: 'PIX_API_RECEIVING_KEY',
    deployed: 'empty',
    meaning: "PIX key of the house's account that customers pay to",
  },
  {
    name: 'PIX_API_PAYING_KEY',
    deployed: 'empty',
    meaning:
      'another key of it, from which withdrawals are paid: each has an address of its own for callbacks',
  },
  {
    name: 'PIX_API_CALLBACK_TOKEN',
    deployed: 'empty, matches nothing',
    meaning:
      "stands in the addresses that the bank's callbacks come to, 32 characters or more; `new,old` takes both",
  },
  {
    name: 'SMS_GATEWAY',
    deployed: 'empty: not offered',
    local: 'sandbox',
    meaning: 'channel of short messages; only the labelled sandbox is built in, and production refuses it',
  },
  {
    name: 'PUSH_GATEWAY',
    deployed: 'empty: not offered',
    local: 'sandbox',
    meaning: 'channel of push messages; only the labelled sandbox is built in, and production refuses it',
  },
  {
    name: 'RETAIN_IDENTITY_YEARS',
    deployed: '10',
    meaning: 'years for which the identity of a closed account is kept under seal, 5 to 30 (P63)',
  },
  {
    name: 'RETIRED_KEYS',
    deployed: 'empty',
    meaning:
      'public keys that sign no more and stay published for ever: their entries of /.well-known/onca-keys.json with the time in `retiredAt`, separated by commas',
  },
  {
    name: 'OPS_TOKEN',
    deployed: 'empty, matches nothing',
    meaning: 'bearer token of machine callers, 32 characters or more; `new,old` takes both',
  },
];

export const SECRETS = REQUIRED_SECRETS;

const SECRET_MEANING: Readonly<Record<(typeof REQUIRED_SECRETS)[number], string>> = {
  SESSION_SECRET: 'signs session tokens; `new,old` rotates without signing anybody out',
  SIGNING_KEYS:
    'private Ed25519 keys as JSON (JWK), made by `npm run key:new`; the first signs quotes, receipts and copies of data; `new,old` rotates, and the old one can go after a minute, to `RETIRED_KEYS`',
  GATEWAY_SECRET:
    'signs the callbacks of the sandbox payment gateway; `new,old` rotates, and the old one can go after an hour',
  PAYOUT_KEY:
    'seals the accounts that withdrawals go to, and keys the mark by which one is known again; `new,old` rotates, and an old value stays as long as any of them was sealed with it',
  PASSWORD_PEPPER:
    'peppers password hashes, seals authenticator keys, keys recovery codes; `new,old` rotates: hashes and app keys move to the new one at sign-in, recovery codes stay with theirs; whoever has not signed in when the old one goes needs a reset',
};

/** The text of `.dev.vars.example`: what a local start writes, without the secrets' values. */
export function exampleFile(): string {
  const lines = SETTINGS.map(({ name, local, meaning }) =>
    local === undefined ? `# ${meaning}\n# ${name}=` : `# ${meaning}\n${name}=${local}`,
  );
  const secrets = SECRETS.map((name) => {
    const made = name === 'SIGNING_KEYS' ? '' : '; 32 random bytes or more';
    return `# ${SECRET_MEANING[name]}${made}\n${name}=`;
  });
  return `# Example of .dev.vars. \`npm start\` writes the real file, with random secrets. Made by worker/commands/settings.ts.\n\n${[...lines, ...secrets].join('\n')}\n`;
}

/** The table of settings in worker/README.md. */
export function settingsTable(): string {
  const rows = SETTINGS.map(
    ({ name, deployed, local, meaning }) =>
      `| \`${name}\` | ${deployed} | ${local === undefined ? '' : `\`${local}\``} | ${meaning} |`,
  );
  const secrets = SECRETS.map((name) => `| \`${name}\` | secret | random, once | ${SECRET_MEANING[name]} |`);
  return ['| Name | Deployed | Local | Meaning |', '| --- | --- | --- | --- |', ...rows, ...secrets].join(
    '\n',
  );
}

const TABLE = /(?<=<!-- settings -->\n\n)[\s\S]*?(?=\n\n<!-- \/settings -->)/u;

export function withSettingsTable(readme: string): string {
  return readme.replace(TABLE, () => settingsTable());
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../..');
  const readme = join(root, 'worker', 'README.md');
  writeFileSync(join(root, '.dev.vars.example'), exampleFile());
  writeFileSync(readme, withSettingsTable(readFileSync(readme, 'utf8')));
}
