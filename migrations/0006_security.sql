-- A safe account: links that set a new password, the devices a customer has signed in from, and the log of every
-- sensitive event. Times are epoch milliseconds. Forward only: a landed file is never edited.

CREATE TABLE password_resets (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  -- SHA-256 of the link's token, base64url; the token itself is stored nowhere. UNIQUE: it is looked up by this.
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 43),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  -- Counted up in the batch that sets the password: the second of two racing uses breaks the CHECK, and with it its batch.
  uses INTEGER NOT NULL DEFAULT 0,
  -- When it was used, or closed by another link or a change of the password.
  spent_at INTEGER,
  CONSTRAINT a_link_works_once CHECK (uses BETWEEN 0 AND 1),
  CONSTRAINT spent_has_a_time CHECK ((uses = 1) = (spent_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
-- The links of one customer that still work: all are closed when one is used or the password is changed.
CREATE INDEX password_resets_open ON password_resets (user_id) WHERE uses = 0;
-- The nightly sweep of links that are long over.
CREATE INDEX password_resets_by_expiry ON password_resets (expires_at);

-- Browsers a customer has signed in from, by a hash of the secret each keeps in a cookie: a sign-in from any other
-- one is told by e-mail.
CREATE TABLE known_devices (
  user_id TEXT NOT NULL REFERENCES users (id),
  device_hash TEXT NOT NULL CHECK (length(device_hash) = 43),
  first_seen_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  -- PRIMARY KEY: known once, also when two sign-ins race.
  PRIMARY KEY (user_id, device_hash)
) STRICT, WITHOUT ROWID;
-- The nightly sweep of devices whose cookie has run out.
CREATE INDEX known_devices_by_time ON known_devices (last_seen_at);

-- What happened to an account's safety, written in the batch of the event itself.
CREATE TABLE security_events (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  -- One of SECURITY_EVENT_KINDS (worker/domain/security-events.ts).
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 3 AND 40 AND kind NOT GLOB '*[^a-z-]*'),
  -- Browser and system, such as "Firefox · Android"; NULL when the request did not say.
  device TEXT CHECK (length(device) BETWEEN 1 AND 120),
  -- City and country as the edge knows them; NULL when it does not.
  place TEXT CHECK (length(place) BETWEEN 1 AND 120),
  -- The name of what it happened to, such as a passkey's.
  detail TEXT CHECK (length(detail) BETWEEN 1 AND 120),
  -- Refused sign-ins of one hour share a row, so that whoever guesses cannot flood the log.
  times INTEGER NOT NULL DEFAULT 1 CHECK (times >= 1),
  happened_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- The customer's log is paged newest first by (happened_at, id).
CREATE INDEX security_events_by_user ON security_events (user_id, happened_at DESC, id DESC);
-- The nightly sweep of events older than the log is kept.
CREATE INDEX security_events_by_time ON security_events (happened_at);

-- What happened stays as it was written; only the count of refused sign-ins grows.
CREATE TRIGGER security_events_stay_as_written BEFORE UPDATE ON security_events
WHEN OLD.kind <> 'sign-in-refused' OR NEW.kind <> OLD.kind OR NEW.user_id <> OLD.user_id OR NEW.times <= OLD.times
BEGIN SELECT RAISE(ABORT, 'a security event is never rewritten'); END;
