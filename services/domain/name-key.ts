/** What two names of things have in common that count as the same: case does not matter, neither in Turkish nor in English. */
export const nameKey = (name: string): string => name.trim().normalize('NFC').toLocaleLowerCase('tr').replaceAll('ı', 'i');
