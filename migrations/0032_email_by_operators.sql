-- Operators begin a change of address for a customer who lost the mailbox; another operator approves it, in place of the old
-- mailbox. Times are epoch milliseconds. Forward only: a landed file is never edited.

INSERT INTO proposal_kinds (kind) VALUES ('email');
-- The approved proposal that spoke for the old mailbox; NULL: the mailbox did.
ALTER TABLE email_changes ADD COLUMN proposal_id TEXT REFERENCES operator_proposals (id);
