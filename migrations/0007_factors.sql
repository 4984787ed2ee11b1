-- Second factors: what a customer has besides the password. Secrets are stored sealed or hashed, never readable.
-- Times are epoch milliseconds. Forward only: a landed file is never edited.

-- One authenticator app per customer. A row exists only once a first code has confirmed it.
CREATE TABLE totp_factors (
  -- PRIMARY KEY: two tabs that confirm at once add one app, and the other is told so (FactorExists).
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  -- The key, sealed with AES-256-GCM under a key made from PASSWORD_PEPPER and bound to its owner.
  sealed_secret TEXT NOT NULL CHECK (length(sealed_secret) BETWEEN 40 AND 400),
  -- The time step of the last accepted code: a step is good once, so nobody can use a code that was seen (RFC 6238, 5.2).
  last_step INTEGER NOT NULL CHECK (last_step >= 0),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

-- Ten at a time, made together with the first factor. A used one stays, so that the customer sees how many are left.
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id),
  -- HMAC-SHA256 under a key made from PASSWORD_PEPPER, of the owner and the code.
  code_hash TEXT NOT NULL CHECK (length(code_hash) = 43),
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  -- UNIQUE: one passkey belongs to one customer, and is found by it at sign-in.
  credential_id TEXT NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1400),
  -- COSE, base64url.
  public_key TEXT NOT NULL CHECK (length(public_key) BETWEEN 16 AND 4000),
  -- Rises with every use where the authenticator counts; one that falls behind is a copy.
  counter INTEGER NOT NULL CHECK (counter >= 0),
  transports TEXT NOT NULL CHECK (json_valid(transports) AND json_type(transports) = 'array'),
  -- Whether it is kept in the customer's own cloud keychain, for the list.
  synced INTEGER NOT NULL CHECK (synced IN (0, 1)),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- How many others its owner had when it was added: counted by the INSERT itself, so that parallel ones cannot pass.
  others INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  CONSTRAINT at_most_ten_passkeys CHECK (others BETWEEN 0 AND 9)
) STRICT;
-- A customer's passkeys, and how many there are.
CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at);

-- The right password of a customer with a second factor: good for the second step only, once, and for ten minutes.
CREATE TABLE sign_in_tickets (
  -- SHA-256 of the ticket: whoever reads the table holds no ticket.
  ticket_hash TEXT PRIMARY KEY CHECK (length(ticket_hash) = 43),
  user_id TEXT NOT NULL REFERENCES users (id),
  -- What was asked for at the first step.
  remember INTEGER NOT NULL CHECK (remember IN (0, 1)),
  phone TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  used_at INTEGER
) STRICT, WITHOUT ROWID;
-- Each new ticket sweeps a few old ones.
CREATE INDEX sign_in_tickets_by_expiry ON sign_in_tickets (expires_at);
-- A changed password voids the tickets that the old one bought.
CREATE INDEX sign_in_tickets_by_user ON sign_in_tickets (user_id) WHERE used_at IS NULL;

-- Challenges carry their own proof (worker/auth/challenges.ts); only those that a passkey has answered are written down,
-- because PRIMARY KEY refuses the second answer.
CREATE TABLE spent_challenges (
  challenge_hash TEXT PRIMARY KEY CHECK (length(challenge_hash) = 43),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expires_at);

-- When the session's owner last proved again who they are; NULL: not since sign-in.
ALTER TABLE sessions ADD COLUMN stepped_up_at INTEGER;
