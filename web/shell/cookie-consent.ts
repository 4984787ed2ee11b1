// Whether the visitor has answered the cookie notice (A3, A4): accepting is stored on the device,
// closing lasts as long as the session. An answer in one tab holds in all of them.

import { stored } from '../api/stored.ts';

const accepted = stored('cookie-consent', (text) => text === 'accepted');
const closed = stored(
  'cookie-notice-closed',
  (text) => text !== null,
  () => sessionStorage,
);

const isAnswered = () => accepted.read() || closed.read();

export type Consent = {
  readonly isAnswered: () => boolean;
  readonly accept: () => void;
  readonly close: () => void;
  readonly stop: () => void;
};

/** Asks the other tabs at once; calls back when another tab has the answer. */
export function followConsent(onAnswer: () => void): Consent {
  // Session storage belongs to one tab and sends other tabs no event: the open tabs tell each other.
  const channel = new BroadcastChannel('cookie-notice');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel belongs to one origin
  const send = (message: 'asking' | 'answered') => channel.postMessage(message);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'asking' && isAnswered()) send('answered');
    if (data !== 'answered') return;
    closed.write('true');
    onAnswer();
  });
  send('asking');
  return {
    isAnswered,
    accept() {
      accepted.write('accepted');
      send('answered');
    },
    close() {
      closed.write('true');
      send('answered');
    },
    stop: () => channel.close(),
  };
}
