// The BR Code of a PIX charge (Banco Central do Brasil, Manual de Padrões para Iniciação do Pix; EMV merchant-presented QR codes): fields
// of an id, a length and a value, ended by a checksum over everything before it. What is copied and what the QR code says are the same.

/** Where the charge is fetched from, without its scheme; who is paid. */
export type BrCode = { readonly location: string; readonly name: string; readonly city: string };

const GUI = 'br.gov.bcb.pix';
const [NAME_MAX, CITY_MAX, LOCATION_MAX] = [25, 15, 77];
const REAL = '986';

/** A dynamic charge: amount and identifier are at its location, and the amount is shown here as well. */
export function brCode({ location, name, city }: BrCode, brlCents: number): string {
  if (!/^[\x21-\x7e]+$/u.test(location) || location.length > LOCATION_MAX || location.includes('://')) {
    throw new RangeError('a location is an address without its scheme, of at most 77 characters');
  }
  return sealed([
    field('00', '01'),
    // Once: a charge is paid once.
    field('01', '12'),
    field('26', field('00', GUI) + field('25', location)),
    field('52', '0000'),
    field('53', REAL),
    field('54', `${Math.floor(brlCents / 100)}.${String(brlCents % 100).padStart(2, '0')}`),
    field('58', 'BR'),
    field('59', plain(name, NAME_MAX)),
    field('60', plain(city, CITY_MAX)),
    // The identifier is at the location.
    field('62', field('05', '***')),
  ]);
}

export type ReadBrCode = {
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
    fields.get('53') === REAL &&
    fields.get('58') === 'BR' &&
    merchant?.get('00')?.toLowerCase() === GUI &&
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

/** CRC-16/CCITT-FALSE: polynomial 1021, from FFFF, nothing reflected; four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of text) {
    crc ^= byte.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    crc &= 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** The checksum covers its own id and length. */
function sealed(fields: readonly string[]): string {
  const text = `${fields.join('')}6304`;
  return text + crc16(text);
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/** Banks show capitals without accents. */
function plain(text: string, max: number): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^\x20-\x7e]/gu, '')
    .toUpperCase()
    .slice(0, max);
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
