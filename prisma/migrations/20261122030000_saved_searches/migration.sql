-- AlterTable
ALTER TABLE "alert_setting" ADD COLUMN     "quietFrom" INTEGER,
ADD COLUMN     "quietUntil" INTEGER,
ADD COLUMN     "timeZone" TEXT NOT NULL DEFAULT 'UTC';

-- CreateTable
CREATE TABLE "saved_search" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "accountId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "asked" JSONB NOT NULL,
    "alerts" BOOLEAN NOT NULL DEFAULT true,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_search_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_search_match" (
    "searchId" UUID NOT NULL,
    "ideaId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_search_match_pkey" PRIMARY KEY ("searchId","ideaId")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_search_accountId_path_key" ON "saved_search"("accountId", "path");

-- CreateIndex
CREATE INDEX "saved_search_match_ideaId_idx" ON "saved_search_match"("ideaId");

-- AddForeignKey
ALTER TABLE "saved_search" ADD CONSTRAINT "saved_search_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_search_match" ADD CONSTRAINT "saved_search_match_searchId_fkey" FOREIGN KEY ("searchId") REFERENCES "saved_search"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_search_match" ADD CONSTRAINT "saved_search_match_ideaId_fkey" FOREIGN KEY ("ideaId") REFERENCES "idea"("id") ON DELETE CASCADE ON UPDATE CASCADE;
