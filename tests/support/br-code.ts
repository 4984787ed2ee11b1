// A BR Code as the app of a payer's bank reads it: what is damaged, or says a thing twice, is none.

import { crc16 } from '../../worker/domain/br-code.ts';

type ReadBrCode = {
  readonly location: string | null;
  readonly key: string | null;
  readonly brlCents: number | null;
  readonly name: string;
  readonly city: string;
  readonly txid: string;
};

/** Null for what is no BR Code, or one that was damaged on the way. */
export function readBrCode(text: string): ReadBrCode | null {
  if (!/^[\x20-\x7e]{8,512}$/u.test(text) || text.slice(-8, -4) !== '6304') return null;
  if (crc16(text.slice(0, -4)) !== text.slice(-4).toUpperCase()) return null;
  const fields = fieldsOf(text.slice(0, -8));
  const merchant = fieldsOf(fields?.get('26') ?? '');
  const [amount, name, city] = ['54', '59', '60'].map((id) => fields?.get(id));
  const sound =
    fields?.get('00') === '01' &&
    fields.get('53') === '986' &&
    fields.get('58') === 'BR' &&
    merchant?.get('00')?.toLowerCase() === 'br.gov.bcb.pix' &&
    name !== undefined &&
    city !== undefined &&
    (amount === undefined || /^\d{1,10}(\.\d{1,2})?$/u.test(amount));
  if (!sound) return null;
  return {
    location: merchant.get('25') ?? null,
    key: merchant.get('01') ?? null,
    brlCents: amount === undefined ? null : Math.round(Number(amount) * 100),
    name,
    city,
    txid: fieldsOf(fields.get('62') ?? '')?.get('05') ?? '***',
  };
}

/** Null where a length is none, or goes beyond the end, or an id comes twice. */
function fieldsOf(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length;) {
    const [, id, size] = /^(\d{2})(\d{2})/u.exec(text.slice(at, at + 4)) ?? [];
    const end = at + 4 + Number(size);
    if (id === undefined || end > text.length || fields.has(id)) return null;
    fields.set(id, text.slice(at + 4, end));
    at = end;
  }
  return fields;
}
