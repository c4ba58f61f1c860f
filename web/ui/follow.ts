import { memberOf } from '@hzm/contracts/core/json';

export type FormValues = Readonly<Record<string, string | number | boolean>>;

export interface Followed<V extends FormValues> {
  /** New values of the form. */
  readonly values: V;
  /** New values that edits are compared with. */
  readonly base: V;
  /** Remote values of members that are being edited. */
  readonly underneath: ReadonlyMap<keyof V, string | number | boolean>;
}

/**
 * Merges remote changes into an open form: members that are not being edited take the value in
 * `now`, edited ones keep the one in `typed`, with the remote value in `underneath`. @param base
 * initial values of the form
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
