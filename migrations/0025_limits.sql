-- What the limits count (.github/limits.md). Times are epoch milliseconds. Forward only: a landed file is never edited.

-- A customer's deposits of the last hour, and those of them that failed.
CREATE INDEX deposits_by_account ON deposits (account_id, created_at);
CREATE INDEX deposits_failed ON deposits (account_id, settled_at) WHERE status = 'failed';
-- A customer's submissions of one type in the last hour.
CREATE INDEX submissions_by_user ON submissions (user_id, type, submitted_at) WHERE user_id IS NOT NULL;

-- The letter that a message went out in: its own, or the one that several were gathered in. NULL: not sent by this release.
ALTER TABLE mail_outbox ADD COLUMN letter_id TEXT;
-- The letters of one kind that a recipient got in the last hour.
CREATE INDEX mail_outbox_letters ON mail_outbox (email, kind, updated_at) WHERE attempts > 0;
-- What else is due to the recipient of a letter.
CREATE INDEX mail_outbox_due_to ON mail_outbox (email, kind, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
