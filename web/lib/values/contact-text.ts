import type { FieldType } from '@hzm/contracts/features/tables/field-types';

const MAX_STARS = 5;

/** Formats a rating: `★★★★☆`. A number that is no rating is itself. */
export const starText = (count: number): string =>
  Number.isInteger(count) && count >= 0 && count <= MAX_STARS
    ? '★'.repeat(count) + '☆'.repeat(MAX_STARS - count)
    : String(count);

/** Groups the digits of a number as they are dialled: `+90 532 123 45 67`, `+1 202 555 0143`. */
export function formatPhone(number: string): string {
  const [, code, area, ...rest] =
    /^\+(90)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(number) ??
    /^\+(1)(\d{3})(\d{3})(\d{4})$/.exec(number) ??
    [];
  return code === undefined ? number : [`+${code}`, area, ...rest].join(' ');
}

/** Returns the address that a value of the type opens; undefined if it opens none. */
export function linkOf(type: FieldType, value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  switch (type) {
    case 'email':
      return value.includes('@') ? `mailto:${encodeURIComponent(value)}` : undefined;
    case 'phone':
      return /^\+\d+$/.test(value) ? `tel:${value}` : undefined;
    case 'url':
      return /^https?:\/\//i.test(value) ? value : undefined;
    default:
      return undefined;
  }
}
