// The last step of a request's id: one line for a batch that booked operations, with their ids. Who builds the statement that inserts
// an operation names it here; who runs the batch says it.

import { currentRequestId, logLine } from './log.ts';

type Booked = { readonly operation: string; readonly kind: string; readonly requestId?: string | null };

const inserting = new WeakMap<object, Booked>();

export function insertsOperation<S extends object>(statement: S, operation: Booked): S {
  inserting.set(statement, operation);
  return statement;
}

/** Runs a batch, and says which operations it booked. The database of a command says nothing of changes: a seed writes no lines. */
export async function bookedBatch<T>(
  db: D1Database,
  statements: D1PreparedStatement[],
): Promise<D1Result<T>[]> {
  const results = await db.batch<T>(statements);
  logBooked(
    statements.flatMap((statement, index) => {
      const operation = inserting.get(statement);
      const { meta }: Partial<D1Result> = results[index] ?? {};
      return operation !== undefined && (meta?.changes ?? 0) > 0 ? [operation] : [];
    }),
  );
  return results;
}

export function logBooked(operations: readonly Booked[]): void {
  if (operations.length === 0) return;
  const requestId = currentRequestId();
  logLine('info', 'operations-booked', {
    operations: operations.map((one) => ({ requestId, ...one })),
  });
}
