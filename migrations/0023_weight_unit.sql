-- The unit in which a customer sees weights (P50). The ledger counts ten-thousandths of a troy ounce, whatever is chosen.

-- Two units exist: the troy ounce and the gram.
ALTER TABLE settings ADD COLUMN weight_unit TEXT NOT NULL DEFAULT 'g' CHECK (weight_unit IN ('oz', 'g'));

-- Who reads English has seen ounces so far, and goes on with them.
UPDATE settings SET weight_unit = 'oz' WHERE language = 'en';
