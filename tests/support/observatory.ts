// Mozilla's HTTP Observatory, offline: the score of a site by the rules that its scanner publishes (the npm package
// @mdn/mdn-http-observatory, read at 1.4.8: its grader's score table for the modifiers, its analyzer for the tests). Only what a
// reply shows is judged: no preload list, no certificate.

export type Visit = {
  /** The reply to the address on http, unfollowed, and that address. */
  readonly plain: { readonly url: string; readonly reply: Response };
  /** The reply to the address on https, and its text. */
  readonly secure: { readonly url: string; readonly reply: Response; readonly text: string };
};

type Verdict = { readonly test: string; readonly says: string; readonly modifier: number };

/** From this sum without bonuses on, bonuses count. */
const MINIMUM_FOR_BONUS = 90;

export function observed(visit: Visit): { readonly score: number; readonly verdicts: readonly Verdict[] } {
  const verdicts = TESTS.map(([test, judge]) => {
    const [says, modifier] = judge(visit);
    return { test, says, modifier };
  });
  const sum = (of: readonly Verdict[]) => of.reduce((total, { modifier }) => total + modifier, 0);
  const faults = 100 + sum(verdicts.filter(({ modifier }) => modifier < 0));
  const bonus = faults < MINIMUM_FOR_BONUS ? 0 : sum(verdicts.filter(({ modifier }) => modifier > 0));
  return { score: Math.max(0, faults + bonus), verdicts };
}

type Judge = (visit: Visit) => readonly [says: string, modifier: number];

const TESTS: readonly (readonly [string, Judge])[] = [
  ['content-security-policy', contentSecurityPolicy],
  ['cookies', cookies],
  ['cross-origin-resource-sharing', sharing],
  ['redirection', redirection],
  ['referrer-policy', referrerPolicy],
  ['strict-transport-security', strictTransport],
  ['subresource-integrity', subresourceIntegrity],
  ['x-content-type-options', contentTypeOptions],
  ['x-frame-options', frameOptions],
  ['cross-origin-resource-policy', resourcePolicy],
];

const BROAD = new Set(['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']);
const INLINE = new Set(["'unsafe-inline'", 'data:']);
const isBroad = (source: string) => BROAD.has(source);
const isUnsafe = (source: string) => BROAD.has(source) || INLINE.has(source);
const isInsecure = (source: string) => source.startsWith('http:') || source.startsWith('ftp:');
const isNonceOrHash = (source: string) => /^'(?:nonce|sha256|sha384|sha512)-/u.test(source);

function directivesOf(reply: Response): Map<string, string[]> {
  const policy = reply.headers.get('Content-Security-Policy') ?? '';
  return new Map(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/u))
      .filter(([name]) => name !== '')
      .map(([name = '', ...sources]) => [name.toLowerCase(), sources]),
  );
}

function contentSecurityPolicy({ secure: { reply } }: Visit): ReturnType<Judge> {
  const policy = directivesOf(reply);
  if (policy.size === 0) return ['not implemented', -25];
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const trusted = (list: readonly string[]) =>
    list.some(isNonceOrHash) ? list.filter((source) => source !== "'unsafe-inline'") : list;
  let scripts = trusted(sources('script-src'));
  const styles = trusted(sources('style-src'));
  if (scripts.includes("'strict-dynamic'")) {
    if (!scripts.some(isNonceOrHash)) return ['invalid', -25];
    scripts = scripts.filter(
      (source) => source !== "'self'" && ![...BROAD].some((broad) => source.startsWith(broad)),
    );
  }
  const passive = ['img-src', 'media-src'];
  const active = [...policy].flatMap(([name, list]) =>
    passive.includes(name) || name === 'script-src' ? [] : list,
  );
  if (scripts.some(isUnsafe) || sources('object-src').some(isBroad)) return ['unsafe inline', -20];
  if ([...active, ...scripts].some(isInsecure)) return ['insecure scheme', -20];
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return ['unsafe eval', -10];
  if (passive.flatMap(sources).some(isInsecure)) return ['insecure scheme in passive content', -10];
  if (styles.some(isUnsafe)) return ['unsafe inline in styles', 0];
  const fallback = policy.get('default-src');
  return fallback?.length === 1 && fallback[0] === "'none'" ? ['default none', 10] : ['no unsafe', 5];
}

/** Session cookies are those whose names say so; ours are counted as such, to be strict. */
function cookies({ secure: { reply } }: Visit): ReturnType<Judge> {
  const set = reply.headers.getSetCookie().map((line) => line.toLowerCase().split(/;\s*/u).slice(1));
  if (set.length === 0) return ['none', 0];
  const hsts = reply.headers.has('Strict-Transport-Security');
  if (!set.every((flags) => flags.includes('secure'))) return ['without Secure', hsts ? -10 : -40];
  if (!set.every((flags) => flags.includes('httponly'))) return ['without HttpOnly', -30];
  const same = set.map((flags) => flags.find((flag) => flag.startsWith('samesite')));
  if (same.some((flag) => flag !== undefined && !/^samesite=(?:lax|strict|none)$/u.test(flag)))
    return ['SameSite invalid', -20];
  return same.every((flag) => flag === 'samesite=lax' || flag === 'samesite=strict')
    ? ['Secure, HttpOnly, SameSite', 5]
    : ['Secure, HttpOnly', 0];
}

function sharing({ secure: { reply } }: Visit): ReturnType<Judge> {
  const origin = reply.headers.get('Access-Control-Allow-Origin');
  if (origin === null) return ['not implemented', 0];
  const isUniversal = origin !== '*' && reply.headers.get('Access-Control-Allow-Credentials') === 'true';
  return isUniversal ? ['universal access', -50] : ['public or restricted', 0];
}

function redirection({ plain: { url, reply } }: Visit): ReturnType<Judge> {
  const location = reply.headers.get('Location');
  if (reply.status < 300 || reply.status > 399 || location === null) return ['missing', -20];
  const to = new URL(location, url);
  if (to.protocol !== 'https:') return ['not to https', -20];
  return to.hostname === new URL(url).hostname ? ['to https', 0] : ['to another host', -5];
}

function referrerPolicy({ secure: { reply } }: Visit): ReturnType<Judge> {
  const header = reply.headers.get('Referrer-Policy');
  if (header === null) return ['not implemented', 0];
  const last = header.split(',').at(-1)?.trim().toLowerCase() ?? '';
  const isPrivate = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
  return isPrivate.includes(last) ? ['private', 5] : ['unsafe or invalid', -5];
}

const SIX_MONTHS_S = 15_768_000;

function strictTransport({ secure: { reply } }: Visit): ReturnType<Judge> {
  const header = reply.headers.get('Strict-Transport-Security');
  if (header === null) return ['not implemented', -20];
  const age = /(?:^|;)\s*max-age=(\d+)\s*(?:;|$)/iu.exec(header)?.[1];
  if (age === undefined) return ['invalid', -20];
  return Number(age) >= SIX_MONTHS_S ? ['six months or more', 0] : ['less than six months', -10];
}

function subresourceIntegrity({ secure: { url, reply, text } }: Visit): ReturnType<Judge> {
  if (!(reply.headers.get('Content-Type') ?? '').startsWith('text/html')) return ['not HTML', 0];
  const scripts = [...text.matchAll(/<script\b([^>]*)>/gu)].map(([, attributes = '']) => attributes);
  const foreign = scripts.filter((attributes) => {
    const source = /\bsrc="([^"]*)"/u.exec(attributes)?.[1];
    if (source === undefined) return false;
    return source.startsWith('//') || new URL(source, url).origin !== new URL(url).origin;
  });
  if (foreign.length === 0) return ['scripts of the own origin', 0];
  if (foreign.some((attributes) => !/src="https:/u.test(attributes))) return ['insecure scripts', -50];
  return foreign.every((attributes) => attributes.includes('integrity='))
    ? ['with SRI', 5]
    : ['without SRI', -5];
}

function contentTypeOptions({ secure: { reply } }: Visit): ReturnType<Judge> {
  const isSet = reply.headers.get('X-Content-Type-Options')?.toLowerCase() === 'nosniff';
  return isSet ? ['nosniff', 0] : ['missing or invalid', -5];
}

function frameOptions({ secure: { reply } }: Visit): ReturnType<Judge> {
  const ancestors = directivesOf(reply).get('frame-ancestors');
  if (ancestors !== undefined && !ancestors.some(isBroad)) return ['by the policy', 5];
  const header = reply.headers.get('X-Frame-Options')?.toUpperCase();
  return header === 'DENY' || header === 'SAMEORIGIN'
    ? ['deny or same origin', 0]
    : ['missing or invalid', -20];
}

function resourcePolicy({ secure: { reply } }: Visit): ReturnType<Judge> {
  const header = reply.headers.get('Cross-Origin-Resource-Policy');
  if (header === 'same-origin' || header === 'same-site') return [header, 10];
  return header === null || header === 'cross-origin' ? ['shared', 0] : ['invalid', -5];
}
