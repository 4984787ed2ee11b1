// The socket's word that the session it was opened with is over. Whoever keeps the session asks what that means.

const listeners = new Set<() => void>();

export function onSocketOfEndedSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function saySessionEnded(): void {
  for (const listener of listeners) listener();
}
