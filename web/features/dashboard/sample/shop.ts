import { type JsonObject, memberOf } from '@hzm/contracts/core/json';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { OptionColor } from '@hzm/contracts/features/tables/options';
import { SeededRandom } from './seeded-random.ts';

/** Returns the names of tables and fields of the sample. */
export type Words = (key: string) => string;

/** The options of a field in their order. */
interface Options {
  readonly options: { readonly name: string; readonly color: OptionColor }[];
}

export interface SampleTable {
  readonly name: string;
  readonly fields: readonly {
    readonly name: string;
    readonly type: FieldType;
    readonly required?: boolean;
    readonly validation?: Options;
  }[];
  readonly rows: readonly JsonObject[];
}

const people = [
  'Ayşe',
  'Mehmet',
  'Zeynep',
  'Emre',
  'Elif',
  'Mustafa',
  'Işıl',
  'Çağrı',
  'Gülşen',
  'Ömer',
  'Şule',
  'İbrahim',
  'Büşra',
  'Uğur',
  'Nazlı',
  'Kerem',
];
const families = [
  'Yılmaz',
  'Kaya',
  'Demir',
  'Çelik',
  'Şahin',
  'Yıldız',
  'Öztürk',
  'Aydın',
  'Arslan',
  'Doğan',
  'Kılıç',
  'Güneş',
  'Işık',
  'Uçar',
  'Ünal',
  'Koç',
];
const cities = [
  'İstanbul',
  'Ankara',
  'İzmir',
  'Bursa',
  'Antalya',
  'Konya',
  'Adana',
  'Gaziantep',
  'Kayseri',
  'Eskişehir',
  'Trabzon',
  'Muğla',
  'Şanlıurfa',
  'Diyarbakır',
];
const goods = [
  ['Çay', 'Gıda'],
  ['Zeytinyağı', 'Gıda'],
  ['Kahve', 'Gıda'],
  ['Bal', 'Gıda'],
  ['Fincan', 'Mutfak'],
  ['Tencere', 'Mutfak'],
  ['Bıçak seti', 'Mutfak'],
  ['Havlu', 'Ev'],
  ['Kilim', 'Ev'],
  ['Masa lambası', 'Ev'],
  ['Defter', 'Kırtasiye'],
  ['Dolma kalem', 'Kırtasiye'],
  ['Çanta', 'Giyim'],
  ['Atkı', 'Giyim'],
  ['Sabun', 'Bakım'],
] as const;
const kinds = ['küçük', 'orta', 'büyük', 'el yapımı', 'ekonomik', 'özel seri', 'organik'];
const states = {
  Yeni: 'gray',
  Hazırlanıyor: 'blue',
  Gönderildi: 'violet',
  'Teslim edildi': 'green',
  İade: 'red',
} as const;
const departments = {
  Satış: 'green',
  Depo: 'orange',
  Muhasebe: 'yellow',
  Yazılım: 'blue',
  'Müşteri hizmetleri': 'pink',
  'İnsan kaynakları': 'grape',
} as const;

const optionsOf = (colors: Readonly<Record<string, OptionColor>>): Options => ({
  options: Object.entries(colors).map(([name, color]) => ({ name, color })),
});

const lira = (amount: number): JsonObject => ({ amount, currency: 'TRY', symbol: '₺' });
const latin: Readonly<Record<string, string>> = { ç: 'c', ğ: 'g', ı: 'i', ö: 'o', ş: 's', ü: 'u' };
const address = (name: string, n: number): string =>
  `${name
    .toLocaleLowerCase('tr')
    .replace(/[çğıöşü]/g, letter => latin[letter]!)
    .replace(' ', '.')}${n}@ornek.com`;
const many = (count: number, make: (n: number) => JsonObject): JsonObject[] =>
  Array.from({ length: count }, (_, n) => make(n));

/**
 * A small shop's four tables with 2,000 rows. All dates are in the two years before `today`, in
 * milliseconds since 1970.
 */
export function shop(word: Words, today: number): readonly SampleTable[] {
  const luck = new SeededRandom(20_261_121);
  const person = (): string => `${luck.of(people)} ${luck.of(families)}`;
  const row = (table: string, values: Readonly<Record<string, unknown>>): JsonObject =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [word(`${table}.${field}`), value]),
    ) as JsonObject;
  const tableOf = (
    table: string,
    fields: Readonly<Record<string, FieldType | Options>>,
    rows: readonly JsonObject[],
  ): SampleTable => ({
    name: word(`${table}.title`),
    fields: Object.entries(fields).map(([field, of], at) => ({
      name: word(`${table}.${field}`),
      ...(typeof of === 'string' ? { type: of } : { type: 'select' as const, validation: of }),
      required: at === 0,
    })),
    rows,
  });

  const customers = many(400, n => {
    const name = person();
    return row('customers', {
      name,
      city: luck.of(cities),
      email: address(name, n),
      since: luck.day(today),
      active: luck.between(1, 5) > 1,
      balance: lira(luck.between(0, 2_500_000) / 100),
    });
  });
  const products = many(250, n => {
    const [name, category] = luck.of(goods);
    return row('products', {
      name: `${name}, ${luck.of(kinds)} ${n + 1}`,
      category,
      price: lira(luck.between(900, 350_000) / 100),
      stock: luck.between(0, 500),
      tags: [luck.of(kinds), category.toLocaleLowerCase('tr')],
      details: {
        raf: `${luck.of(['A', 'B', 'C'])}-${luck.between(1, 40)}`,
        ağırlık: luck.between(100, 5000),
      },
    });
  });
  const orders = many(1_200, n => {
    const count = luck.between(1, 12);
    return row('orders', {
      number: `SP-${String(n + 1).padStart(5, '0')}`,
      customer: memberOf(luck.of(customers), word('customers.name')),
      product: memberOf(luck.of(products), word('products.name')),
      count,
      total: lira((count * luck.between(900, 200_000)) / 100),
      date: luck.day(today),
      state: luck.of(Object.keys(states)),
      paid: luck.between(1, 4) > 1,
    });
  });
  const staff = many(150, n => {
    const name = person();
    return row('staff', {
      name,
      department: luck.of(Object.keys(departments)),
      email: address(name, n),
      salary: lira(luck.between(32_000, 140_000)),
      start: luck.day(today),
      remote: luck.between(1, 3) === 1,
    });
  });
  return [
    tableOf(
      'orders',
      {
        number: 'string',
        customer: 'string',
        product: 'string',
        count: 'number',
        total: 'currency',
        date: 'date',
        state: optionsOf(states),
        paid: 'boolean',
      },
      orders,
    ),
    tableOf(
      'products',
      {
        name: 'string',
        category: 'string',
        price: 'currency',
        stock: 'number',
        tags: 'array',
        details: 'object',
      },
      products,
    ),
    tableOf(
      'customers',
      {
        name: 'string',
        city: 'string',
        email: 'email',
        since: 'date',
        active: 'boolean',
        balance: 'currency',
      },
      customers,
    ),
    tableOf(
      'staff',
      {
        name: 'string',
        department: optionsOf(departments),
        email: 'email',
        salary: 'currency',
        start: 'date',
        remote: 'boolean',
      },
      staff,
    ),
  ];
}
