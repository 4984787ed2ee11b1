import { useSignOut } from '../features/session/mutations.ts';
import { useTroubleText } from '../ui/problem-notice.tsx';
import { showToast } from '../ui/toast-store.ts';

/** Signs out; when nobody answered the customer is still signed in and is told so. */
export function useSignOutWithNotice(): () => void {
  const signOut = useSignOut();
  const troubleText = useTroubleText();
  return () => {
    signOut.mutate(undefined, {
      onError(error) {
        const { what, next } = troubleText(error);
        showToast({ type: 'error', title: what, message: next, duration: 0, id: 'sign-out' });
      },
    });
  };
}
