-- Operations lie one after the other, as they are committed. Times are epoch milliseconds. Forward only: a landed file is never edited.
-- An operation with its reply is longer than a quarter of a page. In a table WITHOUT ROWID what is beyond that gets a page of its own,
-- which stays nearly empty: of 3.0 kB for an operation 2.1 held nothing, two fifths of the whole database. And every index repeated the
-- id. So this is the same table, but with rowids.
-- A table cannot change its kind in place. What refers to operations is not touched: it does so by name, and at the end of this file's
-- transaction each row that is referred to is there again.
PRAGMA defer_foreign_keys = on;

CREATE TABLE operations_kept AS SELECT * FROM operations;
DROP TABLE operations;

CREATE TABLE operations (
  id TEXT PRIMARY KEY,
  -- The place in the order of commits: the INSERT takes the next number, and one batch runs at a time. UNIQUE proves it.
  -- created_at is the clock of a Worker before its batch, by which a later one may look earlier: it is shown, and cuts no period.
  seq INTEGER NOT NULL UNIQUE CHECK (seq > 0),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- Who started it. Each has keys of its own, so no customer can occupy a key of the gateway.
  initiator TEXT NOT NULL CHECK (initiator IN ('customer', 'gateway', 'house')),
  idempotency_key TEXT NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  -- SHA-256 over account, method, path and body: the same key with another request is refused.
  request_hash TEXT NOT NULL,
  -- FOREIGN KEY: what no rule knows is not stored.
  kind TEXT NOT NULL REFERENCES operation_kinds (kind),
  quote_id TEXT,
  -- JSON: the book's seq and the observations the quote was made from.
  quote_basis TEXT,
  -- A correction is a new operation that names the one it reverses.
  reverses TEXT REFERENCES operations (id),
  -- The state after the operation as JSON, written once; the answer to the customer is a pure function of it.
  reply TEXT,
  created_at INTEGER NOT NULL,
  -- One operation per key: the second of two equal requests fails here and replays the first one's answer.
  CONSTRAINT one_operation_per_key UNIQUE (account_id, initiator, idempotency_key),
  CONSTRAINT a_trade_has_a_quote CHECK ((kind = 'trade') = (quote_id IS NOT NULL))
) STRICT;
-- An operation is reversed once. Before the rows, because each looks here for what refers to it.
CREATE UNIQUE INDEX operations_one_reversal ON operations (reverses) WHERE reverses IS NOT NULL;

INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, quote_id, quote_basis, reverses, reply,
  created_at)
SELECT id, seq, account_id, initiator, idempotency_key, request_hash, kind, quote_id, quote_basis, reverses, reply, created_at
FROM operations_kept ORDER BY seq;
DROP TABLE operations_kept;

-- A quote is executed once.
CREATE UNIQUE INDEX operations_one_per_quote ON operations (quote_id) WHERE quote_id IS NOT NULL;
-- The welcome bonus is claimed once (decision 7).
CREATE UNIQUE INDEX operations_one_bonus ON operations (account_id) WHERE kind = 'bonus';
-- The movements of one account in a time, and its first one.
CREATE INDEX operations_by_account ON operations (account_id, created_at);
-- The movements of one account in the order of commits.
CREATE INDEX operations_by_account_and_seq ON operations (account_id, seq);
-- A replay answers the same bytes for ever.
CREATE TRIGGER operations_reply_is_written_once BEFORE UPDATE OF reply ON operations WHEN OLD.reply IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an operation is answered once'); END;
-- What was read as before stays before.
CREATE TRIGGER operations_keep_their_order BEFORE UPDATE OF seq ON operations
BEGIN SELECT RAISE(ABORT, 'the order of commits does not change'); END;
