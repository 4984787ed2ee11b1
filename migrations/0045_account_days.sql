-- What each hour and each day (UTC) moved on a customer's account, so that a chart reads as many rows as it has points, however much
-- was traded; and the list of what waits or failed, by an index of its own. Times are epoch milliseconds, money is cents of a US dollar,
-- metal is ten-thousandths of a troy ounce. Forward only: a landed file is never edited.

-- Brings a customer's own money in or out: what it moves is no gain and no loss. What undoes it is the same the other way round.
ALTER TABLE operation_kinds ADD COLUMN own_money INTEGER NOT NULL DEFAULT 0 CHECK (own_money IN (0, 1));
UPDATE operation_kinds SET own_money = 1 WHERE kind IN ('deposit', 'settlement', 'waiver', 'payout');

-- What each entry moved on the account of its operation, and when by the clock of the Worker: the one place that says which part of it
-- was paid in and which was the welcome bonus. A migration that makes a table of it anew drops it before, and makes it again.
CREATE VIEW account_movements AS
SELECT e.operation_id, e.line, o.account_id, o.created_at AS at,
  iif(e.asset = 'usd', e.amount, 0) AS cash_cents,
  iif(e.asset = 'usd' AND k.own_money, e.amount, 0) AS paid_in_cents,
  iif(e.asset = 'gold', e.amount, 0) AS gold_e4,
  iif(e.asset = 'silver', e.amount, 0) AS silver_e4,
  iif(e.asset = 'silver' AND k.kind = 'bonus', e.amount, 0) AS bonus_e4
FROM operations o
  -- The plus keeps the planner from reading all of the account's entries for each operation: an operation has few.
  JOIN entries e ON e.operation_id = o.id AND +e.account_id = o.account_id
  JOIN operation_kinds k ON k.kind = coalesce((SELECT undone.kind FROM operations undone WHERE undone.id = o.reverses), o.kind);

CREATE TABLE account_hours (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- The full hour by which it had happened: what happens at a full hour is of the hour that it ends, as on the chart.
  ended_at INTEGER NOT NULL CHECK (ended_at % 3600000 = 0),
  cash_cents INTEGER NOT NULL,
  -- The part of cash_cents that was the customer's own money, in or out.
  paid_in_cents INTEGER NOT NULL,
  gold_e4 INTEGER NOT NULL,
  silver_e4 INTEGER NOT NULL,
  -- The part of silver_e4 that was the welcome bonus, given or taken back.
  bonus_e4 INTEGER NOT NULL,
  PRIMARY KEY (account_id, ended_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_days (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- The last millisecond of the day: a day's point on the chart is what it closes with.
  ended_at INTEGER NOT NULL CHECK (ended_at % 86400000 = 86399999),
  cash_cents INTEGER NOT NULL,
  paid_in_cents INTEGER NOT NULL,
  gold_e4 INTEGER NOT NULL,
  silver_e4 INTEGER NOT NULL,
  bonus_e4 INTEGER NOT NULL,
  PRIMARY KEY (account_id, ended_at)
) STRICT, WITHOUT ROWID;

INSERT INTO account_hours (account_id, ended_at, cash_cents, paid_in_cents, gold_e4, silver_e4, bonus_e4)
SELECT account_id, (at + 3599999) / 3600000 * 3600000, sum(cash_cents), sum(paid_in_cents), sum(gold_e4), sum(silver_e4), sum(bonus_e4)
FROM account_movements WHERE account_id NOT GLOB 'house:*' GROUP BY 1, 2;

INSERT INTO account_days (account_id, ended_at, cash_cents, paid_in_cents, gold_e4, silver_e4, bonus_e4)
SELECT account_id, at / 86400000 * 86400000 + 86399999, sum(cash_cents), sum(paid_in_cents), sum(gold_e4), sum(silver_e4), sum(bonus_e4)
FROM account_movements WHERE account_id NOT GLOB 'house:*' GROUP BY 1, 2;

-- Whatever moves a customer's money or metal moves the rows in the same batch. No code can forget it, and no order of clocks matters,
-- because a row is what its time moved and not what there was at its end. The house's accounts have none: each trade would write them.
CREATE TRIGGER account_days_move_with_the_entries AFTER INSERT ON entries
WHEN NEW.account_id NOT GLOB 'house:*'
BEGIN
  INSERT INTO account_hours (account_id, ended_at, cash_cents, paid_in_cents, gold_e4, silver_e4, bonus_e4)
  SELECT account_id, (at + 3599999) / 3600000 * 3600000, cash_cents, paid_in_cents, gold_e4, silver_e4, bonus_e4
  FROM account_movements WHERE operation_id = NEW.operation_id AND line = NEW.line
  ON CONFLICT (account_id, ended_at) DO UPDATE SET cash_cents = cash_cents + excluded.cash_cents,
    paid_in_cents = paid_in_cents + excluded.paid_in_cents, gold_e4 = gold_e4 + excluded.gold_e4,
    silver_e4 = silver_e4 + excluded.silver_e4, bonus_e4 = bonus_e4 + excluded.bonus_e4;
  INSERT INTO account_days (account_id, ended_at, cash_cents, paid_in_cents, gold_e4, silver_e4, bonus_e4)
  SELECT account_id, at / 86400000 * 86400000 + 86399999, cash_cents, paid_in_cents, gold_e4, silver_e4, bonus_e4
  FROM account_movements WHERE operation_id = NEW.operation_id AND line = NEW.line
  ON CONFLICT (account_id, ended_at) DO UPDATE SET cash_cents = cash_cents + excluded.cash_cents,
    paid_in_cents = paid_in_cents + excluded.paid_in_cents, gold_e4 = gold_e4 + excluded.gold_e4,
    silver_e4 = silver_e4 + excluded.silver_e4, bonus_e4 = bonus_e4 + excluded.bonus_e4;
END;

-- The list of what waits or failed: few rows, however many were completed.
CREATE INDEX transactions_not_completed ON transactions (account_id, status, created_at DESC, id DESC) WHERE status <> 'completed';
