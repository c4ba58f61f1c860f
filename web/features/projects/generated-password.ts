/** Letters and digits that are not confused with each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 20;

/** Makes an API key password with 114 bits of entropy. */
export function generatedPassword(): string {
  let password = '';
  while (password.length < LENGTH) {
    // Bytes beyond the last full round of the alphabet are skipped, because they would favour its
    // first letters.
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH)))
      if (password.length < LENGTH && byte < 256 - (256 % ALPHABET.length))
        password += ALPHABET[byte % ALPHABET.length];
  }
  return password;
}
