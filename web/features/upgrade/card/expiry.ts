/** Formats typed, pasted or autofilled input (`1229`, `12/2029`, `9/27`) as `MM/YY`. */
export function formatExpiry(typed: string): string {
  const whole = /^\s*(\d{1,2})\s*[/.-]\s*(?:20)?(\d{2})\s*$/.exec(typed);
  if (whole) return `${whole[1]!.padStart(2, '0')}/${whole[2]}`;
  const digits =
    /^\s*[2-9]/.test(typed) || /^\s*\d\s*[/.-]/.test(typed)
      ? `0${typed.replace(/\D/g, '')}`
      : typed.replace(/\D/g, '');
  const [month, year] = [
    digits.slice(0, 2),
    digits.length === 6 && digits.startsWith('20', 2) ? digits.slice(4) : digits.slice(2, 4),
  ];
  // After two digits a slash is shown only if typed, or it could not be deleted.
  return year === '' && !/\d\s*[/.-]\s*$/.test(typed) ? month : `${month}/${year}`;
}

/** Returns the problem of an expiry; a card is valid until the end of its month. */
export function expiryProblem(expiry: string, now: Date): 'expiry' | 'expired' | undefined {
  const [, month, year] = (/^(0[1-9]|1[0-2])\/(\d{2})$/.exec(expiry) ?? []).map(Number);
  if (month === undefined || year === undefined) return 'expiry';
  return (2000 + year) * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1
    ? 'expired'
    : undefined;
}
