// Holds every prerendered page against the Nu HTML checker, which runs on Java. Prints each error and fails when there is
// one. A step of `npm run test:deep`; it needs the built pages.

import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { aptInstall } from './apt.ts';
import { ROOT } from './local-setup.ts';
import { capture } from './processes.ts';

type Message = {
  readonly url: string;
  readonly lastLine?: number;
  readonly message: string;
  readonly extract?: string;
};

const JAR = join(ROOT, 'node_modules', 'vnu-jar', 'build', 'dist', 'vnu.jar');
const PAGES = join(ROOT, 'dist', 'web', 'client');

await ensureJava();
const pages = globSync('**/*.html', { cwd: PAGES }).map((page) => join(PAGES, page));
if (pages.length === 0) throw new Error('There is no built page.');
const { output } = await capture({
  command: 'java',
  args: ['-jar', JAR, '--errors-only', '--format', 'json', ...pages],
});
const { messages } = JSON.parse(output) as { readonly messages: readonly Message[] };
for (const { url, lastLine, message, extract } of messages) {
  console.log(`${relative(PAGES, new URL(url).pathname)}:${lastLine ?? '?'}: ${message}\n  ${extract ?? ''}`);
}
console.log(`${pages.length} pages, ${messages.length} errors`);
process.exit(messages.length === 0 ? 0 : 1);

async function ensureJava(): Promise<void> {
  const found = await capture({ command: 'java', args: ['-version'] }).then(
    ({ code }) => code === 0,
    () => false,
  );
  if (found) return;
  console.log('Installing Java for the HTML checker (once) ...');
  await aptInstall('default-jre-headless');
}
