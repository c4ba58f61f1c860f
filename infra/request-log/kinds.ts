import { fold } from '@hzm/contracts/core/turkish';
import type { LogEntry, LogKind, LogQuery } from '@hzm/services/core/ports/request-log-store';

/** Entries removed by one call of `trim`, so that reads come between. */
export const TRIMMED = 5_000;

/**
 * Returns by how many entries an account leads the second; at least a hundredth of its own, so that
 * accounts with equally many do not lose one entry a call.
 */
export const leadOf = (most: number, second: number): number =>
  Math.max(1, most - second, Math.floor(most / 100));

/** The range of status of each outcome, from the first to before the last. */
const OUTCOMES = {
  fine: [0, 400],
  failed: [400, Infinity],
  refused: [400, 500],
  broken: [500, Infinity],
} as const;

/** Returns the part of an entry that many share. */
export const kindOf = ({
  source,
  method,
  route,
  name,
  status,
  code,
  detail,
}: LogEntry): LogKind => ({ source, method, route, name, status, code, detail });

/** Identifies a kind; its members hold no line breaks. */
export const kindKey = ({ source, method, route, name, status, code, detail }: LogKind): string =>
  [source, method, route, name, status, code, detail].join('\n');

/** Whether all that a query asks of kinds holds, apart from its text. */
export const isAsked = (
  { source, status }: LogKind,
  query: Pick<LogQuery, 'source' | 'outcome'>,
): boolean => {
  const [from, to] = query.outcome === undefined ? [0, Infinity] : OUTCOMES[query.outcome];
  return (query.source ?? source) === source && status >= from && status < to;
};

/** Returns a test for kinds whose words hold the text. */
export function saying(text: string): (kind: LogKind) => boolean {
  const wanted = fold(text);
  return kind =>
    fold(
      `${kind.method} ${kind.route} ${kind.name} ${kind.status} ${kind.code} ${kind.detail}`,
    ).includes(wanted);
}
