-- Knowing the customer: who somebody is, the level that follows from it, the steps that led there, papers, and the limits of each
-- level. Times are epoch milliseconds, money is cents of a US dollar. Forward only: a landed file is never edited.
--
-- Customers from before this file have no row here and are at level 0: what they own stays theirs, is sold and held as before, and
-- deposits that are under way settle. Only a new deposit beyond the limit of level 0, or a bonus that was not claimed, asks for more.

CREATE TABLE level_limits (
  kind TEXT NOT NULL CHECK (kind IN ('deposit', 'withdrawal')),
  level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 3),
  -- In how long a time what is used is counted.
  window_ms INTEGER NOT NULL CHECK (window_ms > 0),
  -- NULL: agreed with the customer, in identities.
  max_cents INTEGER CHECK (max_cents >= 0),
  -- PRIMARY KEY: a level has one limit of a kind.
  PRIMARY KEY (kind, level),
  CONSTRAINT only_the_last_level_is_agreed CHECK ((level = 3) = (max_cents IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO level_limits (kind, level, window_ms, max_cents) VALUES
  ('deposit', 0, 2592000000, 100000),
  ('deposit', 1, 2592000000, 1000000),
  ('deposit', 2, 2592000000, 25000000),
  ('deposit', 3, 2592000000, NULL),
  ('withdrawal', 0, 86400000, 0),
  ('withdrawal', 1, 86400000, 500000),
  ('withdrawal', 2, 86400000, 5000000),
  ('withdrawal', 3, 86400000, NULL);

CREATE TABLE identities (
  -- PRIMARY KEY: an account is one person's.
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  level INTEGER NOT NULL DEFAULT 0 CHECK (level BETWEEN 0 AND 3),
  kind TEXT NOT NULL CHECK (kind IN ('cpf', 'passport')),
  -- ISO 3166-1, two letters.
  country TEXT NOT NULL CHECK (length(country) = 2 AND country NOT GLOB '*[^A-Z]*'),
  -- HMAC of country, kind and number under the pepper. UNIQUE: a person has one account, also when a hundred ask at once. NULL: the
  -- check refused it and nobody was ever known by it here, so that a number typed by a stranger is not lost to its owner.
  number_mac TEXT UNIQUE,
  -- Number, full name and birth date, sealed for this customer (worker/auth/sealing.ts). NULL: erased.
  sealed TEXT,
  -- What pages show of the number.
  masked TEXT NOT NULL CHECK (length(masked) BETWEEN 1 AND 30),
  birth_year INTEGER CHECK (birth_year BETWEEN 1900 AND 2200),
  -- pending: with the provider. waiting, appealed: with the operators. more: with the customer, who is asked for something.
  state TEXT NOT NULL CHECK (state IN ('pending', 'verified', 'waiting', 'more', 'refused', 'appealed', 'review')),
  -- The level that the state is about.
  asks INTEGER NOT NULL CHECK (asks BETWEEN 1 AND 3),
  -- Why it was refused, or what more is asked: a word of the provider's, or the operator's sentence.
  reason TEXT CHECK (length(reason) BETWEEN 1 AND 500),
  -- The customer's own statement: a politically exposed person.
  pep INTEGER NOT NULL CHECK (pep IN (0, 1)),
  pep_detail TEXT CHECK (length(pep_detail) BETWEEN 1 AND 300),
  pep_stated_at INTEGER NOT NULL,
  provider TEXT,
  provider_reference TEXT CHECK (length(provider_reference) <= 100),
  -- When the provider is asked again, and how often it was asked.
  check_again_at INTEGER,
  checks INTEGER NOT NULL DEFAULT 0 CHECK (checks >= 0),
  given_at INTEGER NOT NULL,
  -- When the identity was last found right, and until when that holds.
  checked_at INTEGER,
  expires_at INTEGER,
  agreed_deposit_cents INTEGER CHECK (agreed_deposit_cents >= 0),
  agreed_withdrawal_cents INTEGER CHECK (agreed_withdrawal_cents >= 0),
  -- Counts the steps: who decides names the one that was seen.
  revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
  -- The step that this state is of.
  step_id TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  CONSTRAINT a_level_is_somebody_s CHECK (level = 0 OR number_mac IS NOT NULL),
  CONSTRAINT a_level_was_checked CHECK (level = 0 OR (checked_at IS NOT NULL AND expires_at IS NOT NULL)),
  CONSTRAINT the_last_level_has_its_sums CHECK ((level = 3) = (agreed_deposit_cents IS NOT NULL) AND (level = 3) = (agreed_withdrawal_cents IS NOT NULL)),
  CONSTRAINT pending_is_asked_again CHECK (state = 'pending' OR check_again_at IS NULL),
  CONSTRAINT a_statement_of_exposure_says_which CHECK (pep = 1 OR pep_detail IS NULL),
  CONSTRAINT refused_means_why CHECK (state NOT IN ('refused', 'appealed', 'more') OR reason IS NOT NULL)
) STRICT, WITHOUT ROWID;
-- The operators' queue: appeals before all others, then who waits longest.
CREATE INDEX identities_queue ON identities (state <> 'appealed', updated_at, user_id) WHERE state IN ('pending', 'waiting', 'appealed');
-- The list of all, the last step first.
CREATE INDEX identities_by_time ON identities (updated_at DESC, user_id DESC);
-- What the cron asks again, and whom it asks again after five years.
CREATE INDEX identities_to_check ON identities (check_again_at) WHERE check_again_at IS NOT NULL;
CREATE INDEX identities_to_review ON identities (expires_at) WHERE level > 0;

-- Each step of an identity: who did what, and why. The only way to another level.
CREATE TABLE identity_steps (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES identities (user_id),
  step TEXT NOT NULL CHECK (step IN ('given', 'matched', 'not-matched', 'stated', 'documents', 'more', 'approved', 'refused', 'appealed', 'review', 'lapsed')),
  by_kind TEXT NOT NULL CHECK (by_kind IN ('customer', 'provider', 'operator', 'house')),
  -- The operator.
  by_id TEXT REFERENCES users (id),
  from_level INTEGER NOT NULL CHECK (from_level BETWEEN 0 AND 3),
  to_level INTEGER NOT NULL CHECK (to_level BETWEEN 0 AND 3),
  agreed_deposit_cents INTEGER,
  agreed_withdrawal_cents INTEGER,
  -- The reason, what more is asked, or the words of an appeal.
  detail TEXT CHECK (length(detail) BETWEEN 1 AND 1000),
  happened_at INTEGER NOT NULL,
  CONSTRAINT an_operator_has_a_name CHECK ((by_kind = 'operator') = (by_id IS NOT NULL)),
  -- Nobody raises himself.
  CONSTRAINT others_raise CHECK (to_level <= from_level OR by_kind IN ('provider', 'operator')),
  CONSTRAINT nobody_decides_about_himself CHECK (by_id IS NULL OR by_id <> user_id),
  CONSTRAINT operators_say_why CHECK (by_kind <> 'operator' OR detail IS NOT NULL)
) STRICT;
CREATE INDEX identity_steps_of_customer ON identity_steps (user_id, happened_at DESC, id DESC);

CREATE TRIGGER identities_begin_at_the_bottom BEFORE INSERT ON identities WHEN NEW.level <> 0
BEGIN SELECT RAISE(ABORT, 'a level is given by a step'); END;
-- A step begins where the last one ended.
CREATE TRIGGER identity_steps_follow_one_another BEFORE INSERT ON identity_steps
WHEN NEW.from_level IS NOT (SELECT level FROM identities WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'a step begins at the level that the customer has'); END;
CREATE TRIGGER identity_steps_make_the_level AFTER INSERT ON identity_steps
WHEN NEW.to_level <> NEW.from_level OR NEW.to_level = 3
BEGIN
  UPDATE identities SET level = NEW.to_level, agreed_deposit_cents = NEW.agreed_deposit_cents,
    agreed_withdrawal_cents = NEW.agreed_withdrawal_cents WHERE user_id = NEW.user_id;
END;
CREATE TRIGGER identities_change_level_by_a_step BEFORE UPDATE OF level ON identities
WHEN NEW.level <> OLD.level
  AND NEW.level IS NOT (SELECT to_level FROM identity_steps WHERE user_id = NEW.user_id ORDER BY seq DESC LIMIT 1)
BEGIN SELECT RAISE(ABORT, 'a level is given by a step'); END;
CREATE TRIGGER identity_steps_keep_their_levels BEFORE UPDATE OF seq, user_id, step, by_kind, by_id, from_level, to_level, happened_at ON identity_steps
BEGIN SELECT RAISE(ABORT, 'steps are append-only'); END;

-- A paper in the bucket of identities: what lies there is encrypted with a key of its own, which is sealed for the customer here.
CREATE TABLE identity_documents (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES identities (user_id),
  kind TEXT NOT NULL CHECK (kind IN ('document', 'selfie', 'address', 'funds')),
  -- UNIQUE: an object is one paper.
  r2_key TEXT NOT NULL UNIQUE,
  sealed_key TEXT NOT NULL,
  -- Of the picture, before it was encrypted.
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  type TEXT NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/webp', 'image/avif')),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  uploaded_at INTEGER NOT NULL,
  -- When it was handed to the operators; NULL: the customer may still take it back.
  submitted_at INTEGER,
  -- From when on the nightly sweep deletes it; NULL: it is kept as long as the identity.
  delete_after INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_documents_of_customer ON identity_documents (user_id, uploaded_at);
CREATE INDEX identity_documents_to_delete ON identity_documents (delete_after) WHERE delete_after IS NOT NULL;
-- UNIQUE: the same picture is not put in twice at once.
CREATE UNIQUE INDEX identity_documents_once ON identity_documents (user_id, kind, sha256) WHERE submitted_at IS NULL;

INSERT INTO mail_kinds (kind) VALUES ('identity');
