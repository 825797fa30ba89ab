/** Id of the form that the buttons for a new secret belong to. */
export const ROTATE_FORM = 'rotate-secret';
