-- A PIX to a charge may be told of before the bank says who paid it. It waits as `unknown`, with the charge that it names, and is credited
-- as soon as the bank says that the customer paid. Forward only: a landed file is never edited.

DROP TRIGGER brl_payments_go_forward;
CREATE TRIGGER brl_payments_go_forward BEFORE UPDATE OF state ON brl_payments
WHEN NEW.state <> OLD.state AND NOT CASE NEW.state
  WHEN 'credited' THEN OLD.state IN ('waiting', 'unknown')
  WHEN 'refunding' THEN OLD.state IN ('waiting', 'unknown')
  WHEN 'refunded' THEN OLD.state IN ('waiting', 'unknown', 'refunding')
  ELSE 0 END
BEGIN SELECT RAISE(ABORT, 'a payment goes forward'); END;

DROP TRIGGER brl_payments_stay_what_they_are;
CREATE TRIGGER brl_payments_stay_what_they_are BEFORE UPDATE OF gateway, id, method, brl_cents, paid_at, received_at, arrival_id
ON brl_payments
BEGIN SELECT RAISE(ABORT, 'a payment stays what it is'); END;
CREATE TRIGGER brl_payments_have_one_payer BEFORE UPDATE OF payer_mac ON brl_payments WHEN OLD.payer_mac IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a payment has one payer'); END;

-- Codes that nobody paid, of a day: each locked a rate.
CREATE INDEX brl_deposits_unpaid ON brl_deposits (account_id, created_at) WHERE state = 'expired';
