// The line of passwords that wait to be hashed. scrypt holds the isolate for its whole run, so a hash is cut into steps that run one at
// a time, and the isolate answers other requests between two of them; a line that is too long turns newcomers away with a time to
// come back. Before that, those who come at the same moment enter one after the other.

/** Beyond it a newcomer would wait ten seconds and more. */
export const PASSWORDS_WAITING_MAX = 50;
/** When a full line has moved on. */
const RETRY_SECONDS = 10;
/** A pause before each step: the isolate takes in what arrived during the last one. */
const PAUSE_MS = 1;
/** How often the next in line looks; the one behind looks half as often, and so on. */
const LOOK_MS = 5;
/** A place whose owner does not look after it any more: the platform ends a request when its browser goes away. */
const LOST_MS = 1_000;

/** Between two who enter: about what the database takes for one of them on a slow machine, and far less than the hash that follows. */
const ENTRY_MS = 6;
/** Nobody waits for longer to enter: a flood is counted and refused as fast as it comes. */
const ENTRY_WAIT_MS = 300;

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
let stepsRun = 0;

let nextEntry = 0;

/**
 * Waits for one's turn to begin. A crowd that begins at once has its counting and looking up done in one go, and whatever else the isolate
 * should answer waits for all of it.
 */
export async function enterApart(): Promise<void> {
  const now = Date.now();
  const waitMs = Math.min(Math.max(0, nextEntry - now), ENTRY_WAIT_MS);
  nextEntry = now + waitMs + ENTRY_MS;
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}

/**
 * Runs the steps of a hash, none of which yields, when its turn has come: in their order, and no other hash's between them. Who lost the
 * place meanwhile begins again, because others may have used the memory that the steps share.
 */
export async function inTurn<T>(steps: readonly (() => T)[]): Promise<T[]> {
  line = line.filter(isHeld);
  if (line.length >= PASSWORDS_WAITING_MAX) throw new PasswordsBusyError(RETRY_SECONDS);
  const place: Place = { looksAt: 0 };
  line.push(place);
  let results: T[] = [];
  try {
    for (let step = steps[0]; step !== undefined; step = steps[results.length]) {
      if (await turnOf(place)) {
        stepsRun += 1;
        results.push(step());
      } else results = [];
    }
  } finally {
    line = line.filter((other) => other !== place);
  }
  return results;
}

/** False: the place was lost, and is now the last. */
async function turnOf(place: Place): Promise<boolean> {
  for (;;) {
    const before = stepsRun;
    const waitMs = Math.max(PAUSE_MS, LOOK_MS * line.indexOf(place));
    place.looksAt = Date.now() + waitMs;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    line = line.filter((other) => other === place || isHeld(other));
    if (!line.includes(place)) {
      line.push(place);
      return false;
    }
    // Whoever waited while a step of another ran waits once more: only a wait after it lets others in.
    if (line[0] === place && stepsRun === before) return true;
  }
}

function isHeld({ looksAt }: Place): boolean {
  return Date.now() < looksAt + LOST_MS;
}
