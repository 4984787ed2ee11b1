// The Worker as it is deployed, in a folder.

import { buildWeb } from '../../worker/commands/local-server.ts';
import { writeDevelopmentSecrets } from '../../worker/commands/local-setup.ts';
import { runToEnd, wrangler } from '../../worker/commands/processes.ts';

export async function bundled(folder: string): Promise<string> {
  writeDevelopmentSecrets();
  await buildWeb();
  await runToEnd(wrangler(['deploy', '--dry-run', '--outdir', folder], { ONCA_BUILD: 'skip' }));
  return folder;
}
