-- The sample shows are called fictional in their names, which every surface serves.
UPDATE "show" SET "name" = "name" || ' (fictional sample)'
WHERE "id" IN (SELECT "showId" FROM "feed" WHERE "sample") AND "name" NOT LIKE '% (fictional sample)';
