-- CreateTable
CREATE TABLE "idea_vector" (
    "ideaId" UUID NOT NULL,
    "words" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "encoder" TEXT NOT NULL,
    "vector" BYTEA NOT NULL,

    CONSTRAINT "idea_vector_pkey" PRIMARY KEY ("ideaId")
);

-- CreateTable
CREATE TABLE "passage_vector" (
    "passageId" BIGINT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "encoder" TEXT NOT NULL,
    "vector" BYTEA NOT NULL,

    CONSTRAINT "passage_vector_pkey" PRIMARY KEY ("passageId")
);

-- CreateIndex
CREATE UNIQUE INDEX "idea_vector_seq_key" ON "idea_vector"("seq");

-- CreateIndex
CREATE UNIQUE INDEX "passage_vector_seq_key" ON "passage_vector"("seq");

-- AddForeignKey
ALTER TABLE "idea_vector" ADD CONSTRAINT "idea_vector_ideaId_fkey" FOREIGN KEY ("ideaId") REFERENCES "idea"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passage_vector" ADD CONSTRAINT "passage_vector_passageId_fkey" FOREIGN KEY ("passageId") REFERENCES "passage"("id") ON DELETE CASCADE ON UPDATE CASCADE;
