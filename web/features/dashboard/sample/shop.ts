import type { JsonObject } from '@hzm/contracts/core/json';
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

type Shape = Readonly<Record<string, FieldType | Options>>;

/** The fields of each table, by the keys of their names. */
const shapes = {
  orders: {
    number: 'string',
    customer: 'string',
    product: 'string',
    count: 'number',
    total: 'currency',
    date: 'date',
    state: optionsOf(states),
    paid: 'boolean',
  },
  products: {
    name: 'string',
    category: 'string',
    price: 'currency',
    stock: 'number',
    tags: 'array',
    details: 'object',
  },
  customers: {
    name: 'string',
    city: 'string',
    email: 'email',
    since: 'date',
    active: 'boolean',
    balance: 'currency',
  },
  staff: {
    name: 'string',
    department: optionsOf(departments),
    email: 'email',
    salary: 'currency',
    start: 'date',
    remote: 'boolean',
  },
} as const satisfies Readonly<Record<string, Shape>>;
type TableKey = keyof typeof shapes;

/** Values by the keys of their fields. */
type Values = Readonly<Record<string, unknown>>;

const personOf = (luck: SeededRandom): string => `${luck.of(people)} ${luck.of(families)}`;

const customer = (luck: SeededRandom, n: number, today: number): Values & { name: string } => {
  const name = personOf(luck);
  return {
    name,
    city: luck.of(cities),
    email: address(name, n),
    since: luck.day(today),
    active: luck.between(1, 5) > 1,
    balance: lira(luck.between(0, 2_500_000) / 100),
  };
};

const product = (luck: SeededRandom, n: number): Values & { name: string } => {
  const [name, category] = luck.of(goods);
  return {
    name: `${name}, ${luck.of(kinds)} ${n + 1}`,
    category,
    price: lira(luck.between(900, 350_000) / 100),
    stock: luck.between(0, 500),
    tags: [luck.of(kinds), category.toLocaleLowerCase('tr')],
    details: {
      raf: `${luck.of(['A', 'B', 'C'])}-${luck.between(1, 40)}`,
      ağırlık: luck.between(100, 5000),
    },
  };
};

const employee = (luck: SeededRandom, n: number, today: number): Values => {
  const name = personOf(luck);
  return {
    name,
    department: luck.of(Object.keys(departments)),
    email: address(name, n),
    salary: lira(luck.between(32_000, 140_000)),
    start: luck.day(today),
    remote: luck.between(1, 3) === 1,
  };
};

const many = <Row>(count: number, make: (n: number) => Row): Row[] =>
  Array.from({ length: count }, (_, n) => make(n));

/**
 * A small shop's four tables with 2,000 rows. All dates are in the two years before `today`, in
 * milliseconds since 1970.
 */
export function shop(word: Words, today: number): readonly SampleTable[] {
  const luck = new SeededRandom(20_261_121);
  const tableOf = (table: TableKey, rows: readonly Values[]): SampleTable => ({
    name: word(`${table}.title`),
    fields: Object.entries<FieldType | Options>(shapes[table]).map(([field, of], at) => ({
      name: word(`${table}.${field}`),
      ...(typeof of === 'string' ? { type: of } : { type: 'select' as const, validation: of }),
      required: at === 0,
    })),
    rows: rows.map(
      row =>
        Object.fromEntries(
          Object.entries(row).map(([field, value]) => [word(`${table}.${field}`), value]),
        ) as JsonObject,
    ),
  });
  const customers = many(400, n => customer(luck, n, today));
  const products = many(250, n => product(luck, n));
  const orders = many(1_200, (n): Values => {
    const count = luck.between(1, 12);
    return {
      number: `SP-${String(n + 1).padStart(5, '0')}`,
      customer: luck.of(customers).name,
      product: luck.of(products).name,
      count,
      total: lira((count * luck.between(900, 200_000)) / 100),
      date: luck.day(today),
      state: luck.of(Object.keys(states)),
      paid: luck.between(1, 4) > 1,
    };
  });
  const staff = many(150, n => employee(luck, n, today));
  return [
    tableOf('orders', orders),
    tableOf('products', products),
    tableOf('customers', customers),
    tableOf('staff', staff),
  ];
}
