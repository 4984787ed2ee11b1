-- Pictures are stored without their metadata (place, camera, author). Forward only: a landed file is never edited.

-- 0: stored before this release, as it was sent. The minute cron stores it anew without metadata, under the hash of what is left.
ALTER TABLE media_library ADD COLUMN is_clean INTEGER NOT NULL DEFAULT 0 CHECK (is_clean IN (0, 1));

-- What the cron still has to do; empty soon after the release.
CREATE INDEX media_library_not_clean ON media_library (created_at) WHERE is_clean = 0;
