// The check of what was dropped or pasted last; an earlier one that takes longer says nothing any more.

import { useRef, useState } from 'react';
import type { PublicKey } from '../../../../worker/contract/signing-keys.ts';
import { checkFile, checkText, type Verdict } from './check.ts';

export type Checked = { readonly verdict: Verdict; readonly name: string | null };

export function useCheck(keys: readonly PublicKey[] | undefined) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const [busy, setBusy] = useState(false);
  const last = useRef(0);
  const run = async (name: string | null, check: (known: readonly PublicKey[]) => Promise<Verdict>) => {
    if (keys === undefined) return;
    last.current += 1;
    const mine = last.current;
    setBusy(true);
    setChecked(null);
    // A file that cannot be read any more, or is more than the memory holds.
    const verdict = await check(keys).catch((): Verdict => ({ verdict: 'not-ours', why: 'unreadable' }));
    if (last.current !== mine) return;
    setBusy(false);
    setChecked({ verdict, name });
  };
  return {
    checked,
    busy,
    file: (file: File) => void run(file.name, (known) => checkFile(file, known)),
    text: (text: string) => void run(null, (known) => checkText(text, known)),
  };
}
