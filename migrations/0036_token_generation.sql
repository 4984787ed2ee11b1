-- A proof of who one is begins a new generation of a session's tokens: access tokens from before it are refused.
-- Forward only: a landed file is never edited.

ALTER TABLE sessions ADD COLUMN token_generation INTEGER NOT NULL DEFAULT 0 CHECK (token_generation >= 0);
