// One list of settings: wrangler.toml, .dev.vars.example and the table in worker/README.md agree with it.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { unstable_readConfig } from 'wrangler';
import { expect, test } from 'vitest';
import { exampleFile, SECRETS, SETTINGS, withSettingsTable } from '../../worker/commands/settings.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') });
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('wrangler.toml sets exactly the listed settings and requires exactly the listed secrets', () => {
  expect(SETTINGS.map(({ name }) => name).toSorted()).toEqual(Object.keys(config.vars).toSorted());
  expect(SECRETS.toSorted()).toEqual(config.secrets?.required?.toSorted());
});

test('.dev.vars.example and the table in worker/README.md are made from the list', () => {
  expect(read('.dev.vars.example'), 'run: node worker/commands/settings.ts').toBe(exampleFile());
  expect(read('worker/README.md'), 'run: node worker/commands/settings.ts').toBe(
    withSettingsTable(read('worker/README.md')),
  );
  for (const { name } of SETTINGS) expect(read('worker/README.md')).toContain(`\`${name}\``);
});
