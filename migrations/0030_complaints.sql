-- Complaints: contact messages with a number and a time until which they are answered. Times are epoch milliseconds.
-- Forward only: a landed file is never edited.

CREATE TABLE complaints (
  -- PRIMARY KEY: a message is one complaint.
  submission_id TEXT PRIMARY KEY REFERENCES contact_messages (submission_id),
  -- UNIQUE: what a customer quotes names one complaint (worker/domain/complaints.ts).
  number TEXT NOT NULL UNIQUE CHECK (length(number) = 14 AND instr(number, '-') = 9 AND number NOT GLOB '*[^0-9-]*'),
  -- The end of its fifth business day: reckoned when it came, so that a later change of the calendar moves no promise.
  due_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Says the number and the day at once, also to who has no account.
INSERT INTO mail_kinds (kind, to_strangers) VALUES ('complaint-received', 1);
