-- What operators see of submissions. Times are epoch milliseconds. Forward only: a landed file is never edited.

-- How many submissions of each type there are: counting them would read every one each time the page is opened.
CREATE TABLE submission_counts (
  type TEXT PRIMARY KEY CHECK (type IN ('signup', 'contact', 'login', 'deposit', 'trade')),
  -- CHECK: a count that falls below nothing has lost something.
  submissions INTEGER NOT NULL CHECK (submissions >= 0)
) STRICT, WITHOUT ROWID;
INSERT INTO submission_counts (type, submissions)
SELECT t.value, (SELECT count(*) FROM submissions s WHERE s.type = t.value)
FROM json_each('["signup", "contact", "login", "deposit", "trade"]') t;
CREATE TRIGGER submissions_are_counted AFTER INSERT ON submissions
BEGIN
  UPDATE submission_counts SET submissions = submissions + 1 WHERE type = NEW.type;
END;
CREATE TRIGGER submissions_gone_are_not_counted AFTER DELETE ON submissions
BEGIN
  UPDATE submission_counts SET submissions = submissions - 1 WHERE type = OLD.type;
END;

-- The writer drops such fields, at any depth; whoever writes past it is refused.
CREATE TRIGGER submissions_hold_no_password BEFORE INSERT ON submissions
WHEN EXISTS (SELECT 1 FROM json_tree(NEW.data) WHERE instr(lower(key), 'password') > 0)
BEGIN
  SELECT RAISE(ABORT, 'a submission must not hold a password');
END;

-- Those that did not reach the webhook: their number, their list, and sending them again.
CREATE INDEX submission_forwards_failed ON submission_forwards (submission_id) WHERE state = 'failed';
