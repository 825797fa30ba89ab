-- Nothing writes or reads the guid and the lock that a feed gives of its show.
ALTER TABLE "show" DROP COLUMN IF EXISTS "feedGuid", DROP COLUMN IF EXISTS "locked";
