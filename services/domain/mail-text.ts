import { memberOf } from '@hzm/contracts/core/json';

/** Nothing that a person named breaks a line. */
const inLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

/** Fills the names in braces of a mail's subject or text. */
export const fillMail = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => inLine(memberOf(values, name) ?? ''));

/** A moment as a mail says it, in UTC. */
export const momentInMail = (instant: string): string => instant.slice(0, 16).replace('T', ' ');
