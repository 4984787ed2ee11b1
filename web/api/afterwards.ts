// What is done once a change was answered.

type Afterwards<Answer> = {
  readonly onSuccess?: (answer: Answer) => void;
  /** Left out where the form itself shows what went wrong. */
  readonly onError?: (error: Error) => void;
};

/**
 * `afterwards(change.mutateAsync(what), { onSuccess })`: what is told of a change is told whatever has become of the form meanwhile. The
 * callbacks of `mutate` are forgotten where it is off the page, as when the change is read again before all else that waits for it.
 */
export function afterwards<Answer>(
  answer: Promise<Answer>,
  { onSuccess, onError }: Afterwards<Answer>,
): void {
  answer.then(onSuccess, onError ?? (() => {}));
}
