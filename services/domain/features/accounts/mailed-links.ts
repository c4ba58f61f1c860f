const HOUR_MS = 60 * 60 * 1000;

/** Adds a mail to the times of an account's newest ones, of which `most` are kept. */
export const withMailed = (
  mailedAt: readonly string[],
  at: string,
  most: number,
): readonly string[] => [...mailedAt, at].slice(-most);

/** Whether `most` links were mailed for an account within the last hour, whoever asked. */
export const isFlooded = (mailedAt: readonly string[], most: number, now: Date): boolean => {
  const oldest = mailedAt.at(-most);
  return (
    oldest !== undefined && mailedAt.length >= most && now.getTime() - Date.parse(oldest) < HOUR_MS
  );
};
