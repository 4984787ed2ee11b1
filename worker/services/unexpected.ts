// What went wrong, for the operators' log. Bound parameters never appear in a D1 error, and neither does a command.

export function reportUnexpected(event: string, error: unknown): void {
  console.error(
    JSON.stringify({ event, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
}
