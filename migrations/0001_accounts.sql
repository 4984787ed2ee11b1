-- Accounts: who a customer is, how they prove it, what they chose, and the notices of what they did.
-- Times are epoch milliseconds. Rows are never removed by a cascade: a customer who holds metal cannot vanish.

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  -- UNIQUE: one account per e-mail, also when ten sign-ups race (DuplicateEmail).
  -- CHECK: only the normalised form is stored, so UNIQUE cannot be dodged by case or spaces.
  email TEXT NOT NULL UNIQUE CHECK (email = lower(trim(email)) AND length(email) BETWEEN 5 AND 254),
  -- Customer spec, section 9: name 2 to 99 characters.
  full_name TEXT NOT NULL CHECK (length(full_name) BETWEEN 2 AND 99),
  -- Decision 15: 10 to 14 digits and nothing else.
  phone TEXT NOT NULL CHECK (length(phone) BETWEEN 10 AND 14 AND phone NOT GLOB '*[^0-9]*'),
  -- CHECK: a password can only be stored as a scrypt hash in PHC form.
  password_hash TEXT NOT NULL CHECK (password_hash GLOB '$scrypt$ln=*$*$*'),
  -- Premium opens the submissions page to an admin (decision 12).
  tier TEXT NOT NULL DEFAULT 'standard' CHECK (tier IN ('standard', 'premium')),
  -- Inactive is not stored: it is no activity for 90 days, read from last_active_at (decision 13).
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  -- NULL until the welcome bonus is claimed; claimed once (decision 7).
  bonus_claimed_at INTEGER,
  -- The terms the customer accepted: which version, and when.
  terms_version TEXT NOT NULL,
  terms_accepted_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  last_active_at INTEGER NOT NULL
) STRICT;

-- The operators' customer list is paged newest first by (created_at, id).
CREATE INDEX users_by_created ON users (created_at DESC, id DESC);

CREATE TABLE settings (
  -- PRIMARY KEY: one row of settings per customer.
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  notification_email INTEGER NOT NULL DEFAULT 1 CHECK (notification_email IN (0, 1)),
  notification_sms INTEGER NOT NULL DEFAULT 0 CHECK (notification_sms IN (0, 1)),
  notification_push INTEGER NOT NULL DEFAULT 1 CHECK (notification_push IN (0, 1)),
  platform TEXT NOT NULL DEFAULT 'gold' CHECK (platform IN ('gold', 'crypto')),
  theme TEXT NOT NULL DEFAULT 'auto' CHECK (theme IN ('light', 'dark', 'auto')),
  -- Only the locales that are complete (decision 18).
  language TEXT NOT NULL DEFAULT 'pt-BR' CHECK (language IN ('pt-BR', 'en')),
  currency TEXT NOT NULL DEFAULT 'BRL' CHECK (currency IN ('USD', 'BRL')),
  updated_at INTEGER NOT NULL
) STRICT;

-- A row here, and nothing else, makes an operator (decision 12).
CREATE TABLE admin_users (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  created_at INTEGER NOT NULL
) STRICT;

-- One row per sign-in on one device. It is read on every authenticated call, so ending it ends the session at once.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  remembered INTEGER NOT NULL CHECK (remembered IN (0, 1)),
  user_agent TEXT,
  place TEXT,
  created_at INTEGER NOT NULL,
  -- Written at most once a minute, so that reading a page does not mean writing a row.
  last_seen_at INTEGER NOT NULL,
  -- Fixed at sign-in: refreshing renews the access token, never the session's own end (decision 17).
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  end_reason TEXT CHECK (end_reason IN ('signed-out', 'revoked', 'refresh-token-reused', 'suspended', 'password-changed')),
  CHECK (expires_at > created_at),
  -- An ended session says why, a live one does not.
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
) STRICT;

-- A customer's live sessions: the device list, ending all of them, suspension.
CREATE INDEX sessions_by_user ON sessions (user_id, created_at DESC) WHERE ended_at IS NULL;
-- The nightly sweep of sessions that are long over.
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Every refresh token a session ever had, as SHA-256. A spent one that comes back late proves theft.
CREATE TABLE refresh_tokens (
  token_hash TEXT PRIMARY KEY CHECK (length(token_hash) = 43),
  session_id TEXT NOT NULL REFERENCES sessions (id),
  issued_at INTEGER NOT NULL,
  spent_at INTEGER
) STRICT;

-- UNIQUE: a session has at most one refresh token that is still good, also when two tabs rotate at once.
CREATE UNIQUE INDEX refresh_tokens_one_current ON refresh_tokens (session_id) WHERE spent_at IS NULL;
-- The sweep removes a session's tokens with the session.
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

-- Counted attempts: 10 failed sign-ins per account and 50 per address in 15 minutes, and the sign-ups of an address.
-- A row is taken before the password is looked at and given back on success: parallel guesses cannot outrun the count.
CREATE TABLE attempts (
  id TEXT PRIMARY KEY,
  -- What is limited and whom: 'sign-in:account:<hash>', 'sign-in:address:<hash>', 'sign-up:address:<hash>'.
  bucket TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > made_at)
) STRICT;

-- The count of one bucket within its window, and its oldest row for Retry-After.
CREATE INDEX attempts_by_bucket ON attempts (bucket, expires_at);
-- Each attempt sweeps a few rows whose window is over.
CREATE INDEX attempts_by_expiry ON attempts (expires_at);

-- Notices of what customers and visitors sent (Customer spec, section 7), stored as they happen (decision 24).
CREATE TABLE submissions (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL CHECK (type IN ('signup', 'contact', 'login', 'deposit', 'trade')),
  user_id TEXT REFERENCES users (id),
  email TEXT NOT NULL,
  phone TEXT,
  user_agent TEXT,
  -- A flat map of what was sent. worker/db/submissions.ts is its only writer and drops fields named like a password.
  data TEXT NOT NULL CHECK (json_valid(data) AND json_type(data) = 'object'),
  submitted_at INTEGER NOT NULL
) STRICT;

-- The operators' list, newest first, all types or one.
CREATE INDEX submissions_by_time ON submissions (submitted_at DESC, id DESC);
CREATE INDEX submissions_by_type ON submissions (type, submitted_at DESC, id DESC);
