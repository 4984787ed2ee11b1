-- The value of a portfolio over time is read from the operations of a range, however old the account is.

-- GET /api/portfolio/history: an account's operations from a moment on.
CREATE INDEX operations_by_account ON operations (account_id, created_at);
