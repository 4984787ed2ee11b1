-- Images and videos that operators uploaded for the site, and which card shows which. The bytes are in R2 under storage_key,
-- which is made of their own hash. Times are epoch milliseconds. Forward only: a landed file is never edited.

CREATE TABLE media_library (
  id TEXT PRIMARY KEY,
  -- UNIQUE: the same bytes are one image, however often and by how many operators at once they are uploaded.
  storage_key TEXT NOT NULL UNIQUE CHECK (storage_key GLOB 'images/[0-9a-f]*' AND length(storage_key) BETWEEN 72 AND 77),
  -- The time and the name it had when it was uploaded.
  filename TEXT NOT NULL CHECK (length(filename) BETWEEN 1 AND 160),
  mime_type TEXT NOT NULL CHECK (mime_type IN ('image/jpeg', 'image/png', 'image/webp', 'image/avif')),
  -- The same bounds as worker/domain/media.ts.
  file_size INTEGER NOT NULL CHECK (file_size BETWEEN 1 AND 10485760),
  width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 10000),
  height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 10000 AND width * height <= 40000000),
  category TEXT NOT NULL DEFAULT 'feature'
    CHECK (category IN ('feature', 'trust_badge', 'product', 'educational', 'testimonial', 'process')),
  -- Empty until it is associated with a card, which asks for it.
  alt_text TEXT NOT NULL DEFAULT '' CHECK (length(alt_text) <= 300),
  title TEXT CHECK (length(title) BETWEEN 1 AND 120),
  page_location TEXT CHECK (page_location IN ('home', 'learn', 'about', 'gold', 'silver')),
  -- 0: shown on no card, and not answered to visitors.
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  display_order INTEGER NOT NULL DEFAULT 0 CHECK (display_order BETWEEN 0 AND 9999),
  uploaded_by TEXT NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- The library, page by page.
CREATE INDEX media_library_in_order ON media_library (display_order, created_at DESC, id DESC);

CREATE TABLE card_images (
  id TEXT PRIMARY KEY,
  page_name TEXT NOT NULL,
  card_id TEXT NOT NULL,
  media_id TEXT NOT NULL REFERENCES media_library (id),
  position TEXT NOT NULL CHECK (position IN ('front', 'back')),
  display_size TEXT NOT NULL CHECK (display_size IN ('small', 'medium', 'large', 'full')),
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Only cards that exist (worker/domain/card-catalogue.ts).
  CONSTRAINT card_is_of_page CHECK (
    (page_name = 'home' AND card_id IN ('security', 'liquidity', 'trust'))
    OR (page_name = 'learn' AND card_id IN ('history', 'investment', 'market'))
    OR (page_name = 'about' AND card_id IN ('mission', 'team', 'values'))
    OR (page_name = 'gold' AND card_id IN ('purity', 'storage', 'certification'))
    OR (page_name = 'silver' AND card_id IN ('quality', 'vault', 'authenticity'))),
  -- The same image twice in the same place is one row: a button pressed twice adds nothing.
  UNIQUE (page_name, card_id, position, media_id)
) STRICT;

-- One image at a time in each place of a card.
CREATE UNIQUE INDEX card_images_one_active ON card_images (page_name, card_id, position) WHERE is_active = 1;
-- The operators' list, page by page; also what a page of the site shows.
CREATE INDEX card_images_in_order ON card_images (page_name, card_id, created_at, id);
CREATE INDEX card_images_of_media ON card_images (media_id);

CREATE TABLE videos (
  id TEXT PRIMARY KEY,
  -- UNIQUE: the same bytes are one video.
  storage_key TEXT NOT NULL UNIQUE CHECK (storage_key GLOB 'videos/[0-9a-f]*' AND length(storage_key) BETWEEN 72 AND 77),
  filename TEXT NOT NULL CHECK (length(filename) BETWEEN 1 AND 160),
  mime_type TEXT NOT NULL CHECK (mime_type IN ('video/mp4', 'video/webm')),
  file_size INTEGER NOT NULL CHECK (file_size BETWEEN 1 AND 20971520),
  category TEXT NOT NULL CHECK (category IN ('background', 'educational', 'product', 'testimonial', 'process')),
  subcategory TEXT CHECK (length(subcategory) BETWEEN 1 AND 40),
  page_location TEXT CHECK (page_location IN ('home', 'learn', 'about', 'gold', 'silver')),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  display_order INTEGER NOT NULL DEFAULT 0 CHECK (display_order BETWEEN 0 AND 9999),
  uploaded_by TEXT NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- What is played: the first by its place in the order, then the newest. Also the operators' list.
CREATE INDEX videos_in_order ON videos (display_order, created_at DESC, id DESC);
