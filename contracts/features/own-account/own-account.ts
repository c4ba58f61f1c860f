/** Hours for which the link to confirm a new e-mail address works. */
export const EMAIL_LINK_HOURS = 24;
/** Bounds the links to confirm an address that are mailed for one account within an hour. */
export const MAX_EMAIL_LINKS = 3;
