-- CreateTable
CREATE TABLE "held_back_name" (
    "episodeId" UUID NOT NULL,
    "symbol" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "seconds" INTEGER NOT NULL,

    CONSTRAINT "held_back_name_pkey" PRIMARY KEY ("episodeId","symbol","slug")
);

-- CreateIndex
CREATE INDEX "held_back_name_slug_symbol_idx" ON "held_back_name"("slug", "symbol");

-- AddForeignKey
ALTER TABLE "held_back_name" ADD CONSTRAINT "held_back_name_episodeId_fkey" FOREIGN KEY ("episodeId") REFERENCES "episode"("id") ON DELETE CASCADE ON UPDATE CASCADE;
