/** A page shows so many ideas of each side at most. */
export const IDEAS_A_SIDE = 12;
