-- Freezes: the link of a letter stops an account, and a second factor undoes it a day later (decision P67). Times are epoch
-- milliseconds. Forward only: a landed file is never edited.

CREATE TABLE freezes (
  -- PRIMARY KEY: an account is frozen once, however often links are pressed; another freeze later takes the row over.
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  frozen_at INTEGER NOT NULL,
  -- When the freeze is over; NULL until somebody who may has asked for that. A row whose end is past freezes nothing.
  ends_at INTEGER,
  -- CHECK: whoever asks waits a day, in which a letter can stop it.
  CONSTRAINT a_freeze_lasts_a_day CHECK (ends_at IS NULL OR ends_at >= frozen_at + 86400000)
) STRICT, WITHOUT ROWID;

-- The condition of every batch that a freeze stops is a row of guards. Told apart by its name from the other guards, which say
-- that a statement matched no row.
CREATE TRIGGER guards_tell_a_freeze BEFORE INSERT ON guards WHEN NEW.step = 'not-frozen' AND NEW.n <> 1
BEGIN SELECT RAISE(ABORT, 'account_is_frozen'); END;

INSERT INTO proposal_kinds (kind) VALUES ('unfreeze');
