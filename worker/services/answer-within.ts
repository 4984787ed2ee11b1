// An answer that is waited for no longer than it is worth.

/** The promise's own outcome, or a rejection after `ms`. The work itself goes on. */
export async function answerWithin<T>(ms: number, answer: PromiseLike<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([answer, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
