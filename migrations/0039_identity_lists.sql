-- Lists of sanctions and the like: two steps more. `listed`: the provider found a name there that may be this customer's. `not-listed`: it
-- found none when it was asked again. SQLite changes no CHECK in place, so the table is made anew, row for row. Forward only: a landed
-- file is never edited.

-- Their bodies name the table, and a table is not renamed under them.
DROP TRIGGER identities_change_level_by_a_step;

CREATE TABLE identity_steps_anew (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES identities (user_id),
  step TEXT NOT NULL CHECK (step IN ('given', 'matched', 'not-matched', 'listed', 'not-listed', 'stated', 'documents', 'more', 'approved', 'refused', 'appealed', 'review', 'lapsed')),
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
  CONSTRAINT operators_say_why CHECK (by_kind <> 'operator' OR detail IS NOT NULL),
  -- A list decides nothing.
  CONSTRAINT lists_keep_the_level CHECK (step NOT IN ('listed', 'not-listed') OR to_level = from_level)
) STRICT;
INSERT INTO identity_steps_anew (seq, id, user_id, step, by_kind, by_id, from_level, to_level, agreed_deposit_cents, agreed_withdrawal_cents,
    detail, happened_at)
  SELECT seq, id, user_id, step, by_kind, by_id, from_level, to_level, agreed_deposit_cents, agreed_withdrawal_cents, detail, happened_at
  FROM identity_steps ORDER BY seq;
DROP TABLE identity_steps;
ALTER TABLE identity_steps_anew RENAME TO identity_steps;
CREATE INDEX identity_steps_of_customer ON identity_steps (user_id, happened_at DESC, id DESC);

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
