/** Letters and digits that nobody takes for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 20;

/** Makes an API key password, 114 bits of chance. */
export function generatedPassword(): string {
  let password = '';
  while (password.length < LENGTH) {
    // What lies beyond the last whole round of the alphabet would favour its first letters.
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH)))
      if (password.length < LENGTH && byte < 256 - (256 % ALPHABET.length))
        password += ALPHABET[byte % ALPHABET.length];
  }
  return password;
}
