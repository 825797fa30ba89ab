-- AlterTable
ALTER TABLE "thesis_statement" ALTER COLUMN "stance" DROP NOT NULL,
ALTER COLUMN "relation" DROP NOT NULL;

-- A stance that was never assigned is no side, and nothing relates to it.
UPDATE "thesis_statement" s SET "stance" = NULL, "relation" = CASE WHEN s."relation" = 'initiates' THEN s."relation" END
FROM "idea" i WHERE i."id" = s."ideaId" AND i."stance" IS NULL;
