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
