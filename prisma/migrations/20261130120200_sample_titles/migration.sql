-- The theses of fictional samples say so in their titles, as their shows do: beside one of real shows the title was the same.
UPDATE "thesis" SET title = title || ' (fictional sample)' WHERE sample AND title NOT LIKE '%(fictional sample)';
