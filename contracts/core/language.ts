/** The languages of the product, and of what people write; texts are in both. */
export const languages = ['tr', 'en'] as const;
export type Language = (typeof languages)[number];
