-- Operators find a customer by a part of the name, in any case and without regard to accents. SQLite's lower() leaves accented
-- letters alone, so the column replaces them one by one; defined here once, because D1 refuses deeper expressions in a query.
ALTER TABLE users ADD COLUMN plain_name TEXT GENERATED ALWAYS AS (
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(full_name)
    , 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a')
    , 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a')
    , 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e')
    , 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e')
    , 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i')
    , 'Í', 'i'), 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i')
    , 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o')
    , 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o')
    , 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u')
    , 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u')
    , 'ç', 'c')
    , 'Ç', 'c')
    , 'ñ', 'n')
    , 'Ñ', 'n')
  ) VIRTUAL;

-- Newest first, with everything that a search compares, so that it reads one narrow index and not the rows.
DROP INDEX users_directory;
CREATE INDEX users_directory ON users (created_at DESC, id DESC, email, plain_name, phone);

-- The list by last activity.
CREATE INDEX users_by_activity ON users (last_active_at, id);
