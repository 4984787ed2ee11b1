import { useSignOut } from '../features/auth/sign-out.ts';
import { useTroubleText } from '../ui/problem-notice.tsx';
import { showToast } from '../ui/toast-store.ts';

type Leaving = {
  /** Signs out; when nobody answered the customer is still signed in and is told so. */
  readonly leave: () => void;
  readonly leaving: boolean;
};

export function useLeaving(): Leaving {
  const signOut = useSignOut();
  const troubleText = useTroubleText();
  const leave = () => {
    if (signOut.isPending) return;
    signOut.mutate(undefined, {
      onError(error) {
        const { what, next } = troubleText(error);
        showToast({ type: 'error', title: what, message: next, duration: 0, id: 'sign-out' });
      },
    });
  };
  return { leave, leaving: signOut.isPending };
}

/** For a menu, which closes with the choice. */
export function useSignOutWithNotice(): () => void {
  return useLeaving().leave;
}
