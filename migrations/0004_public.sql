-- The public site: the newsletter, the way of every submission to the operator's spreadsheet, and what GET /api/stats
-- says. Times are epoch milliseconds. Forward only: a landed file is never edited.

CREATE TABLE newsletter_subscribers (
  -- PRIMARY KEY: an address subscribes once, also when twenty requests race (AlreadySubscribed).
  -- CHECK: only the normalised form is stored, so the key cannot be dodged by case or spaces.
  email TEXT PRIMARY KEY CHECK (email = lower(trim(email)) AND length(email) BETWEEN 5 AND 254),
  -- The page's language: what the letters will be written in.
  language TEXT NOT NULL CHECK (language IN ('pt-BR', 'en')),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How far each submission has come on its way to the configured webhook (decision 24).
CREATE TABLE submission_forwards (
  -- PRIMARY KEY: one way per submission, whatever its type.
  submission_id TEXT PRIMARY KEY REFERENCES submissions (id),
  -- 'failed': the last round failed; it is tried again while next_attempt_at says when.
  state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'failed')),
  -- Requests made so far, over all rounds.
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Rounds begun so far: back-off counts these, so an interrupted round counts too.
  rounds INTEGER NOT NULL DEFAULT 0 CHECK (rounds >= 0),
  -- Whoever takes a row moves this past the longest round: that is the claim, and its end when the taker dies.
  next_attempt_at INTEGER,
  last_error TEXT CHECK (length(last_error) <= 300),
  updated_at INTEGER NOT NULL,
  -- What has arrived is never sent again; what has not been sent yet has a time at which it will be.
  CONSTRAINT sent_is_over CHECK (state <> 'sent' OR next_attempt_at IS NULL),
  CONSTRAINT pending_has_a_time CHECK (state <> 'pending' OR next_attempt_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
-- What is due, oldest first; rows that are over are not in it.
CREATE INDEX submission_forwards_due ON submission_forwards (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Every submission has its way, whoever stores it, in the same batch.
CREATE TRIGGER submissions_are_forwarded AFTER INSERT ON submissions
BEGIN
  INSERT INTO submission_forwards (submission_id, state, next_attempt_at, updated_at)
  VALUES (NEW.id, 'pending', NEW.submitted_at, NEW.submitted_at);
END;
-- Those from before this release wait in the same line.
INSERT INTO submission_forwards (submission_id, state, next_attempt_at, updated_at)
SELECT id, 'pending', submitted_at, submitted_at FROM submissions;

-- In which minutes of an hour an accepted live gold price was stored. Minute bars are kept 8 days only, and simulated ones
-- are also filled in afterwards; this is what really arrived, for the share of time in which the feed was up.
CREATE TABLE feed_hours (
  kind TEXT NOT NULL CHECK (kind IN ('spot', 'simulated')),
  start_at INTEGER NOT NULL CHECK (start_at % 3600000 = 0),
  -- Bit i stands for minute i, bit i of the second half for minute 30 + i: storing a minute twice changes nothing.
  -- Two halves, because a number of 60 bits does not survive JavaScript.
  first_half INTEGER NOT NULL CHECK (first_half BETWEEN 0 AND 1073741823),
  second_half INTEGER NOT NULL CHECK (second_half BETWEEN 0 AND 1073741823),
  -- The order in which the last 30 days are read: at most 721 rows.
  PRIMARY KEY (kind, start_at)
) STRICT, WITHOUT ROWID;

-- The public counts as last taken. Counting reads every customer, holding and trade once; this row makes that happen at most
-- once in five minutes, however many visitors ask and wherever they are.
CREATE TABLE public_stats (
  -- CHECK: there is one row.
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- JSON of the reply; NULL until the first count.
  body TEXT CHECK (body IS NULL OR json_valid(body)),
  taken_at INTEGER NOT NULL,
  -- Who counts moves this on first; the others go on saying the last count.
  claimed_at INTEGER NOT NULL
) STRICT;
INSERT INTO public_stats (id, taken_at, claimed_at) VALUES (1, 0, 0);
-- Completed trades are counted in an index of their own, not by reading every transaction.
CREATE INDEX transactions_trades ON transactions (type) WHERE type IN ('buy', 'sell') AND status = 'completed';
