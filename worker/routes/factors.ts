// A customer's second factors. Reading and naming needs a session; adding, removing and new codes need a step-up too,
// so that a session left open cannot be made into a way in that stays.

import { type Context, Hono } from 'hono';
import { clientOf } from '../auth/client.ts';
import { requireConfirmedEmail, requireSession, requireUnfrozen } from '../auth/guards.ts';
import { requireStepUp, requireStepUpToEnrol } from '../auth/step-up.ts';
import { NewPasskey, PasskeyChange, TotpConfirmation } from '../contract/factors.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { beginTotp, confirmTotp, removeTotp } from '../services/authenticator-app.ts';
import { depsFrom } from '../services/deps.ts';
import { type Owner, readFactors, renewRecoveryCodes } from '../services/factors.ts';
import { addPasskey, newPasskeyOptions, removePasskey, renamePasskey } from '../services/passkeys.ts';

export const factors = new Hono<AppEnv>()
  .use(noStore)
  .use(requireSession)
  .get('/', async (c) => c.json(await readFactors(depsFrom(c), c.var.session.userId), 200))
  .post('/totp', requireUnfrozen, requireConfirmedEmail, requireStepUpToEnrol, async (c) => {
    const begun = await beginTotp(depsFrom(c), ownerOf(c));
    return begun.ok ? c.json(begun.value, 200) : problem(c, begun.error);
  })
  // The key in `setup` was only given to a session that had been stepped up, of a customer with a confirmed address.
  .post('/totp/confirm', requireUnfrozen, jsonBody(TotpConfirmation), async (c) => {
    const added = await confirmTotp(depsFrom(c), ownerOf(c), c.req.valid('json'));
    return added.ok ? c.json(added.value, 201) : problem(c, added.error);
  })
  .delete('/totp', requireUnfrozen, requireStepUp, async (c) => {
    const removed = await removeTotp(depsFrom(c), ownerOf(c));
    return removed.ok ? c.json(removed.value, 200) : problem(c, removed.error);
  })
  .post('/recovery-codes', requireUnfrozen, requireStepUp, async (c) => {
    const renewed = await renewRecoveryCodes(depsFrom(c), ownerOf(c));
    return renewed.ok ? c.json(renewed.value, 201) : problem(c, renewed.error);
  })
  .post('/passkeys/options', requireUnfrozen, requireConfirmedEmail, requireStepUpToEnrol, async (c) => {
    const options = await newPasskeyOptions(depsFrom(c), ownerOf(c));
    return options.ok ? c.json(options.value, 200) : problem(c, options.error);
  })
  // The challenge that the device has signed was only given to such a session.
  .post('/passkeys', requireUnfrozen, jsonBody(NewPasskey), async (c) => {
    const added = await addPasskey(depsFrom(c), ownerOf(c), c.req.valid('json'));
    return added.ok ? c.json(added.value, 201) : problem(c, added.error);
  })
  .patch('/passkeys/:passkeyId', requireUnfrozen, jsonBody(PasskeyChange), async (c) => {
    const { name } = c.req.valid('json');
    const renamed = await renamePasskey(depsFrom(c), ownerOf(c), c.req.param('passkeyId'), name);
    return renamed.ok ? c.json(renamed.value, 200) : problem(c, renamed.error);
  })
  .delete('/passkeys/:passkeyId', requireUnfrozen, requireStepUp, async (c) => {
    const removed = await removePasskey(depsFrom(c), ownerOf(c), c.req.param('passkeyId'));
    return removed.ok ? c.json(removed.value, 200) : problem(c, removed.error);
  });

function ownerOf(c: Context<AppEnv>): Owner {
  const { userId, sessionId, email } = c.var.session;
  return { userId, sessionId, email, client: clientOf(c) };
}
