-- Where some days begin and end in the log: without it, the lines between them and today would be read one by one.
CREATE INDEX audit_log_by_time ON audit_log (happened_at);
