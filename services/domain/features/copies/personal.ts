import { everydayOf, hasOptions, hasPeople } from '@hzm/contracts/core/everyday';
import { fold } from '@hzm/contracts/core/turkish';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { isRelational } from '@hzm/contracts/features/tables/relationship';

/** The kind of personal data that a field's name suggests. */
export type PersonalKind = 'email' | 'phone' | 'first-name' | 'last-name' | 'name' | 'other';

const words: Readonly<Record<PersonalKind, readonly string[]>> = {
  email: ['eposta', 'email', 'mail', 'posta'],
  phone: ['telefon', 'tel', 'phone', 'gsm', 'cep', 'mobile', 'faks', 'fax'],
  'last-name': ['soyad', 'soyadi', 'soyisim', 'surname', 'lastname'],
  'first-name': ['ad', 'adi', 'firstname'],
  name: ['isim', 'ismi', 'name', 'adsoyad', 'fullname', 'musteri', 'customer', 'kisi', 'person'],
  other: [
    'adres',
    'adresi',
    'address',
    'tc',
    'tckn',
    'kimlik',
    'iban',
    'dogum',
    'birth',
    'birthday',
    'birthdate',
    'pasaport',
    'passport',
    'ssn',
  ],
};

/**
 * Returns the words of a name, also of `lastName` and `last_name`, and joined neighbours:
 * `e-posta`, `last name`.
 */
function wordsOf(name: string): ReadonlySet<string> {
  const single = fold(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return new Set([...single, ...single.slice(1).map((word, i) => single[i]! + word)]);
}

/** @returns undefined for a name that does not look personal */
export function kindOf(name: string): PersonalKind | undefined {
  const found = wordsOf(name);
  const has = (kind: PersonalKind) => words[kind].some(word => found.has(word));
  if (has('first-name') && has('last-name')) return 'name';
  return (Object.keys(words) as PersonalKind[]).find(has);
}

/** Whether replacing a field's values is proposed. */
export const looksPersonal = ({
  name,
  type,
}: {
  readonly name: string;
  readonly type: FieldType;
}): boolean =>
  everydayOf(type)?.isPersonal === true ||
  (type !== 'boolean' &&
    !isRelational(type) &&
    !hasOptions(type) &&
    !hasPeople(type) &&
    kindOf(name) !== undefined);
