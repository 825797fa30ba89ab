-- CreateTable
CREATE TABLE "embed_count" (
    "showId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "form" TEXT NOT NULL,
    "views" INTEGER NOT NULL DEFAULT 0,
    "clicks" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "embed_count_pkey" PRIMARY KEY ("showId","day","form")
);

-- AddForeignKey
ALTER TABLE "embed_count" ADD CONSTRAINT "embed_count_showId_fkey" FOREIGN KEY ("showId") REFERENCES "show"("id") ON DELETE CASCADE ON UPDATE CASCADE;
