/** Id of the form that the Replace buttons in the list of keys belong to. */
export const REPLACE_FORM = 'replace-key';
