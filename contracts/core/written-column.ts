/** Evidence of the way in which the texts of a column are written. */
export type Evidence<Rule> = Rule | 'either' | undefined;

/** The sign before the decimals of a number; a lone one before three digits may group them. */
export function decimalSign(text: string): Evidence<'point' | 'comma'> {
  const runs = text.replace(/\s/g, '').match(/[\d.,]+/g) ?? [];
  const number = runs.find(run => /\d/.test(run)) ?? '';
  const named = { '.': 'point', ',': 'comma' } as const;
  const [point, comma] = [number.lastIndexOf('.'), number.lastIndexOf(',')];
  if (point < 0 && comma < 0) return undefined;
  if (point >= 0 && comma >= 0) return point > comma ? 'point' : 'comma';
  const sign = point >= 0 ? '.' : ',';
  const [head = '', tail = '', ...more] = number.split(sign);
  if (more.length > 0) return sign === '.' ? 'comma' : 'point';
  const groups = tail.length === 3 && /^[1-9]\d{0,2}$/.test(head);
  return groups ? 'either' : named[sign];
}

/** The rule that all evidence agrees on, else `usual`; undefined where nothing could be doubted. */
export function ruleOf<Rule extends string>(
  found: readonly Evidence<Rule>[],
  usual: Rule,
): Rule | undefined {
  const sure = new Set(found.filter(one => one !== undefined && one !== 'either'));
  const rule = sure.size === 1 ? ([...sure][0] as Rule) : usual;
  return rule !== usual || found.includes('either') ? rule : undefined;
}
