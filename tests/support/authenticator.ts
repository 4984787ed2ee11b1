// A passkey in software: makes and uses an ES256 credential as a device would, and can lie about anything.

import type { PasskeyAssertion, PasskeyRegistration } from '../../worker/contract/factors.ts';
import { ORIGIN } from './customers.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What a dishonest page or device would say. */
export type Lies = {
  readonly origin?: string;
  readonly site?: string;
  readonly type?: string;
  readonly challenge?: string;
  /** The person was not verified: only a touch. */
  readonly unverified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly credentialId?: string;
};

type Options = { readonly options: Record<string, unknown> & { readonly challenge: string } };

export class Authenticator {
  readonly #keys: CryptoKeyPair;
  readonly credentialId: string;
  #counter = 0;

  private constructor(keys: CryptoKeyPair, credentialId: string) {
    this.#keys = keys;
    this.credentialId = credentialId;
  }

  static async make(): Promise<Authenticator> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const keys = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair;
    return new Authenticator(keys, text(crypto.getRandomValues(new Uint8Array(32))));
  }

  /** The answer to `navigator.credentials.create`. */
  async create({ options }: Options, lies: Lies = {}): Promise<PasskeyRegistration> {
    const key = await crypto.subtle.exportKey('raw', this.#keys.publicKey);
    const point = new Uint8Array(key as ArrayBuffer);
    // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
    const cose = join(
      [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32],
      point.slice(1, 33),
      [0x22, 0x58, 32],
      point.slice(33, 65),
    );
    const id = bytes(this.credentialId);
    const attested = join(new Uint8Array(16), [id.length >> 8, id.length & 255], id, cose);
    const data = join(await this.#head(lies, 0x40), attested);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
    const object = join(
      [0xa3, 0x63],
      utf8('fmt'),
      [0x64],
      utf8('none'),
      [0x67],
      utf8('attStmt'),
      [0xa0, 0x68],
      utf8('authData'),
      [0x59, data.length >> 8, data.length & 255],
      data,
    );
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key',
      response: {
        clientDataJSON: text(clientData('webauthn.create', options.challenge, lies)),
        attestationObject: text(object),
        transports: ['internal'],
      },
    };
  }

  /** The answer to `navigator.credentials.get`. The counter rises, unless the test sets it. */
  async get({ options }: Options, lies: Lies = {}): Promise<PasskeyAssertion> {
    this.#counter += 1;
    const data = await this.#head(lies, 0);
    const client = clientData('webauthn.get', options.challenge, lies);
    const signed = join(data, await sha256(client));
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
    const raw = new Uint8Array(await crypto.subtle.sign(algorithm, this.#keys.privateKey, signed));
    const id = lies.credentialId ?? this.credentialId;
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(der(raw)),
        userHandle: lies.userHandle ?? null,
      },
    };
  }

  async #head(lies: Lies, flags: number): Promise<Bytes> {
    const site = await sha256(utf8(lies.site ?? new URL(ORIGIN).hostname));
    const counter = lies.counter ?? this.#counter;
    const count = [counter >>> 24, (counter >> 16) & 255, (counter >> 8) & 255, counter & 255];
    return join(site, [flags | 0x01 | (lies.unverified === true ? 0 : 0x04)], count);
  }
}

function clientData(type: string, challenge: string, lies: Lies): Bytes {
  return utf8(
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? ORIGIN,
      crossOrigin: false,
    }),
  );
}

/** ECDSA's two numbers as WebAuthn sends them. */
function der(raw: Bytes): Bytes {
  const parts = [raw.slice(0, 32), raw.slice(32)].map((part) => {
    const from = part.findIndex((byte) => byte !== 0);
    const short = part.slice(from === -1 ? 31 : from);
    const number = (short[0] ?? 0) > 127 ? join([0], short) : short;
    return join([0x02, number.length], number);
  });
  const body = join(...parts);
  return join([0x30, body.length], body);
}

async function sha256(data: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data));
}

function join(...parts: readonly (Bytes | readonly number[])[]): Bytes {
  return new Uint8Array(parts.flatMap((part) => Array.from(part)));
}

function utf8(value: string): Bytes {
  return new Uint8Array(Buffer.from(value, 'utf8'));
}

function bytes(base64url: string): Bytes {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}

function text(value: Bytes): string {
  return Buffer.from(value).toString('base64url');
}
