-- AlterTable
ALTER TABLE "idea" ADD COLUMN     "repeatOf" UUID;

-- AlterTable
ALTER TABLE "transcript" ADD COLUMN     "sketch" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- CreateIndex
CREATE INDEX "idea_repeatOf_idx" ON "idea"("repeatOf");

-- CreateIndex
CREATE INDEX "transcript_sketch_idx" ON "transcript" USING GIN ("sketch");

-- AddForeignKey
ALTER TABLE "idea" ADD CONSTRAINT "idea_repeatOf_fkey" FOREIGN KEY ("repeatOf") REFERENCES "idea"("id") ON DELETE SET NULL ON UPDATE CASCADE;
