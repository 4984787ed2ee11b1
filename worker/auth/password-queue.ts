// The line of passwords that wait to be hashed. scrypt holds the isolate for its whole run, so hashes run one at a time and the
// isolate answers other requests between two of them; a line that is too long turns newcomers away with a time to come back.

/** Beyond it a newcomer would wait ten seconds and more. */
export const PASSWORDS_WAITING_MAX = 50;
/** When a full line has moved on. */
const RETRY_SECONDS = 10;
/** A pause before each hash: the isolate takes in what arrived during the last one. */
const PAUSE_MS = 10;
/** A place whose owner does not look after it any more: the platform ends a request when its browser goes away. */
const LOST_MS = 1_000;

/** Too many passwords at once, here or everywhere: this one was not looked at. */
export class PasswordsBusyError extends Error {
  override readonly name = 'PasswordsBusyError';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('too many passwords wait to be hashed');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

type Place = { looksAt: number };

let line: Place[] = [];
let hashed = 0;

/** Runs `hash`, which does not yield, when its turn has come. */
export async function inTurn<T>(hash: () => T): Promise<T> {
  line = line.filter(isHeld);
  if (line.length >= PASSWORDS_WAITING_MAX) throw new PasswordsBusyError(RETRY_SECONDS);
  const place: Place = { looksAt: 0 };
  line.push(place);
  for (let isTurn = false; !isTurn;) {
    const before = hashed;
    const waitMs = PAUSE_MS * (line.indexOf(place) + 1);
    place.looksAt = Date.now() + waitMs;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    line = line.filter((other) => other === place || isHeld(other));
    if (!line.includes(place)) line.push(place);
    // Whoever waited while another password was hashed waits once more: only a wait after it lets others in.
    isTurn = line[0] === place && hashed === before;
  }
  line.shift();
  hashed += 1;
  return hash();
}

function isHeld({ looksAt }: Place): boolean {
  return Date.now() < looksAt + LOST_MS;
}
