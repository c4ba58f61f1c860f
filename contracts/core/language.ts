/** A language of people and of what they write. */
export type Language = 'tr' | 'en';
