// A call of a webhook: JSON out, and nothing is read of the answer but whether it was taken. It ends by itself, follows no redirect and
// cannot be made to read a long answer.

export type WebhookCall = {
  readonly url: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly isReceived: (status: number, location: string | null) => boolean;
};

/** Null when it arrived, else why not. */
export async function callWebhook(call: WebhookCall): Promise<string | null> {
  const { url, body, headers = {}, timeoutMs, isReceived } = call;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    const arrived = isReceived(response.status, response.headers.get('Location'));
    return arrived ? null : `The webhook answered ${response.status}`;
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    return timedOut ? `The webhook did not answer in ${timeoutMs} ms` : 'The webhook could not be reached';
  }
}
