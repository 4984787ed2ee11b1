// The common passwords of the package, and the short list that the forms know (domain/common-passwords.ts). Unpacked at the
// first new password, not when the Worker starts.

import { COMMON_PASSWORDS } from '../domain/common-passwords.ts';
import { type CommonPasswords, isGuessable, type PasswordContext } from '../domain/guessable-password.ts';

/** Shorter words are in too many others. */
const WORD_MIN_CHARACTERS = 4;

let list: Promise<CommonPasswords> | null = null;

export function commonPasswords(): Promise<CommonPasswords> {
  list ??= readList();
  return list;
}

async function readList(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const all = new Set([...dictionary['passwords-common'].map(String), ...COMMON_PASSWORDS]);
  const words = [...all].flatMap((password) => {
    // The letters that a common password begins with: `senha` of `senha123`.
    const [word = ''] = /^[a-z]+/u.exec(password) ?? [];
    return word.length >= WORD_MIN_CHARACTERS ? [word] : [];
  });
  return { all, words: new Set(words) };
}

export async function isGuessablePassword(password: string, context: PasswordContext): Promise<boolean> {
  return isGuessable(password, context, await commonPasswords());
}
