-- From which internet address an operator acted. Of operators alone: no other table keeps an address.

-- The longest IPv6 address has 45 characters.
ALTER TABLE audit_log ADD COLUMN address TEXT CHECK (length(address) <= 45);
