/** Id of the form that the buttons of the list of keys belong to. */
export const REPLACE_FORM = 'replace-key';
