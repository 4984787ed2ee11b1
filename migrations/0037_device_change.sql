-- A sign-in with the cookie of a browser that the account does not know gives the browser a new one (decision D32): the accounts
-- that do know it follow. Forward only: a landed file is never edited.

-- Whom a browser is known to.
CREATE INDEX known_devices_by_hash ON known_devices (device_hash);
