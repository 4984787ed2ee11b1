// Whether this visitor has answered the cookie notice (Account spec, sections 3 and 4): accepting is kept on the device,
// closing lasts as long as the session. An answer in one tab is an answer in all of them.

const CONSENT_KEY = 'cookie-consent';
const ACCEPTED = 'accepted';
const CLOSED_KEY = 'cookie-notice-closed';
/** sessionStorage belongs to one tab; over this channel the open tabs tell each other what they know. */
const CHANNEL = 'cookie-notice';

/** Lives on when the browser refuses storage. */
let answered = false;

function read(key: string, storage: () => Storage): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string, storage: () => Storage): void {
  answered = true;
  try {
    storage().setItem(key, value);
  } catch {
    // Storage is blocked: the answer lasts as long as the page.
  }
}

function isAnswered(): boolean {
  return (
    answered ||
    read(CONSENT_KEY, () => localStorage) === ACCEPTED ||
    read(CLOSED_KEY, () => sessionStorage) !== null
  );
}

export type Consent = {
  readonly isAnswered: () => boolean;
  readonly accept: () => void;
  readonly close: () => void;
  readonly stop: () => void;
};

/** Asks the other tabs at once; `onAnswer` runs when any tab has the answer. */
export function followConsent(onAnswer: () => void): Consent {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel belongs to one origin
  const say = (word: 'asking' | 'answered') => channel.postMessage(word);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'asking' && isAnswered()) say('answered');
    if (data !== 'answered') return;
    write(CLOSED_KEY, 'true', () => sessionStorage);
    onAnswer();
  });
  say('asking');
  return {
    isAnswered,
    accept() {
      write(CONSENT_KEY, ACCEPTED, () => localStorage);
      say('answered');
    },
    close() {
      write(CLOSED_KEY, 'true', () => sessionStorage);
      say('answered');
    },
    stop: () => channel.close(),
  };
}
