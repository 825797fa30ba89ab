-- Counts are told from their indexes alone, but for what changed since the table was vacuumed: after some hundred ideas, at whatever
-- size, and not after a fifth of all counts.
ALTER TABLE "listed_count" SET (autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_insert_scale_factor = 0.002);
