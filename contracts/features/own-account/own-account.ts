/** Hours for which the link to confirm a new e-mail address works. */
export const EMAIL_LINK_HOURS = 24;
/** Maximum confirmation links mailed per account and hour. */
export const MAX_EMAIL_LINKS = 3;
