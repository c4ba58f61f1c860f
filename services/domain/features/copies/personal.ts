import { fold } from '@hzm/contracts/core/turkish';
import { fieldTypeGroups, type FieldType } from '@hzm/contracts/features/tables/field-types';

/** What a personal value looks like, as far as a field's name tells. */
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
 * The words of a name, also of `lastName` and `last_name`, and neighbours together: `e-posta`,
 * `last name`.
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

const relational: ReadonlySet<FieldType> = new Set<FieldType>(fieldTypeGroups.relational);
/** Whether the values of such a field are ids of other rows. */
export const isRelational = (type: FieldType): boolean => relational.has(type);

/** Whether it is proposed to replace the values of a field. */
export const looksPersonal = ({
  name,
  type,
}: {
  readonly name: string;
  readonly type: FieldType;
}): boolean => type !== 'boolean' && !isRelational(type) && kindOf(name) !== undefined;
