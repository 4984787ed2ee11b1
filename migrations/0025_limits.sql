-- What the limits count (.github/limits.md). Times are epoch milliseconds. Forward only: a landed file is never edited.

-- A customer's deposits of the last hour, and those of them that failed.
CREATE INDEX deposits_by_account ON deposits (account_id, created_at);
CREATE INDEX deposits_failed ON deposits (account_id, settled_at) WHERE status = 'failed';
-- A customer's submissions of one type in the last hour.
CREATE INDEX submissions_by_user ON submissions (user_id, type, submitted_at) WHERE user_id IS NOT NULL;
