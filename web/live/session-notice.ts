// The price socket's notice that its session has ended. The session's keeper then asks the server.

const listeners = new Set<() => void>();

export function onSessionEndedNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function noticeSessionEnded(): void {
  for (const listener of listeners) listener();
}
