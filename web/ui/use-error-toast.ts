import { useProblemText } from './problem-notice.tsx';
import { showToast } from './toast-store.ts';

/** Shows an error as a toast. `title` is what failed; the text says why and what the user can do. */
export function useErrorToast(): (title: string, error: unknown, id?: string) => void {
  const textOf = useProblemText();
  return (title, error, id) => {
    const { what, next } = textOf(error);
    showToast({ type: 'error', title, message: `${what} ${next}`, ...(id === undefined ? {} : { id }) });
  };
}
