import { memberOf } from '@hzm/contracts/core/json';

export type FormValues = Readonly<Record<string, string | number | boolean>>;

export interface Followed<V extends FormValues> {
  /** What the form holds then. */
  readonly values: V;
  /** From where what is typed differs then. */
  readonly base: V;
  /** What others have made of members that are being edited. */
  readonly underneath: ReadonlyMap<keyof V, string | number | boolean>;
}

/**
 * Follows what others change under an open form: what is not being edited becomes as it is `now`,
 * what is being edited stays as it was `typed`, and what it has
 * become underneath is told. @param base what the form began from
 */
export function follow<V extends FormValues>(base: V, now: V, typed: V): Followed<V> {
  const isEdited = (member: string): boolean => memberOf(typed, member) !== memberOf(base, member);
  const members = Object.entries(now);
  const kept = members.filter(
    ([member, value]) => isEdited(member) && value !== memberOf(typed, member),
  );
  const told = kept.filter(([member, value]) => value !== memberOf(base, member));
  const keeping = (source: V): V => ({
    ...now,
    ...Object.fromEntries(kept.map(([member]) => [member, memberOf(source, member)])),
  });
  return { values: keeping(typed), base: keeping(base), underneath: new Map(told) };
}
