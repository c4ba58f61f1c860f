import type { RequestOf } from '@hzm/contracts/core/call';
import type { JsonObject } from '@hzm/contracts/core/json';
import type { OptionColor } from '@hzm/contracts/features/tables/options';
import type { createTables } from '@hzm/contracts/features/tables/whole-tables-api';
import type { TFunction } from 'i18next';
import { freeName } from '../../../lib/free-name.ts';

export const templateKinds = ['blank', 'orders', 'contacts', 'tasks'] as const;
export type TemplateKind = (typeof templateKinds)[number];

type NewTable = RequestOf<typeof createTables>['body']['tables'][number];

/** A table as a template makes it. */
export interface TemplateTable {
  readonly table: NewTable;
  /** Whether nobody chose the types of its fields. */
  readonly isUntyped?: true;
  /** Returns the sample rows. @param idsOf the ids of rows of the tables before, by their place */
  readonly samples: (idsOf: readonly (readonly string[])[]) => readonly JsonObject[];
}

interface Context {
  readonly t: TFunction<'templates'>;
  /** Names of the project's tables. */
  readonly taken: readonly string[];
  /** The day in the project's time zone, such as `2026-11-03`. */
  readonly today: string;
}

const DAY_MS = 86_400_000;
const dayFrom = (today: string, days: number): string =>
  new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);

const choice = (name: string, options: readonly (readonly [string, OptionColor])[]) => ({
  name,
  type: 'select' as const,
  validation: { options: options.map(([text, color]) => ({ name: text, color })) },
});

const blank = ({ t, taken }: Context, name = t('untitled')): readonly TemplateTable[] => [
  {
    table: {
      name: freeName(name, taken),
      fields: [t('name'), t('note'), t('column', { number: 3 })].map(field => ({
        name: field,
        type: 'string' as const,
      })),
    },
    isUntyped: true,
    samples: () => [],
  },
];

const contacts = ({ t, taken }: Context): readonly TemplateTable[] => [
  {
    table: {
      name: freeName(t('titles.contacts'), taken),
      fields: [
        { name: t('name'), type: 'string' },
        { name: t('contacts.email'), type: 'email' },
        { name: t('contacts.phone'), type: 'phone' },
        { name: t('contacts.company'), type: 'string' },
        choice(t('contacts.kind'), [
          [t('contacts.customer'), 'green'],
          [t('contacts.supplier'), 'blue'],
          [t('contacts.lead'), 'yellow'],
        ]),
        { name: t('note'), type: 'text' },
      ],
    },
    samples: () => [
      {
        [t('name')]: t('contacts.person1'),
        [t('contacts.email')]: 'first@example.com',
        [t('contacts.phone')]: '+905551110001',
        [t('contacts.company')]: t('contacts.company1'),
        [t('contacts.kind')]: t('contacts.customer'),
      },
      {
        [t('name')]: t('contacts.person2'),
        [t('contacts.email')]: 'second@example.com',
        [t('contacts.phone')]: '+905551110002',
        [t('contacts.company')]: t('contacts.company2'),
        [t('contacts.kind')]: t('contacts.supplier'),
        [t('note')]: t('contacts.note2'),
      },
      {
        [t('name')]: t('contacts.person3'),
        [t('contacts.email')]: 'third@example.com',
        [t('contacts.kind')]: t('contacts.lead'),
      },
    ],
  },
];

/** Orders come with the contacts that they name. */
function orders(context: Context): readonly TemplateTable[] {
  const { t, taken, today } = context;
  const [people] = contacts(context);
  const order = (
    [number, state, days, amount]: readonly [string, string, number, number],
    contact: string | undefined,
  ): JsonObject => ({
    [t('orders.number')]: number,
    [t('state')]: state,
    [t('orders.date')]: dayFrom(today, days),
    [t('orders.total')]: { amount, currency: 'TRY' },
    [t('orders.paid')]: days < 0,
    ...(contact !== undefined && { [t('orders.contact')]: contact }),
  });
  return [
    people!,
    {
      table: {
        name: freeName(t('titles.orders'), taken),
        fields: [
          { name: t('orders.number'), type: 'string' },
          {
            name: t('orders.contact'),
            type: 'relationship',
            relatesTo: { table: people!.table.name, field: t('name') },
          },
          { name: t('orders.date'), type: 'date' },
          choice(t('state'), [
            [t('orders.new'), 'blue'],
            [t('orders.packing'), 'yellow'],
            [t('orders.sent'), 'violet'],
            [t('orders.done'), 'green'],
            [t('orders.cancelled'), 'red'],
          ]),
          { name: t('orders.total'), type: 'currency', validation: { currency: 'TRY' } },
          { name: t('orders.paid'), type: 'boolean' },
        ],
      },
      samples: ([ids = []]) => [
        order(['1001', t('orders.sent'), -2, 1_250], ids[0]),
        order(['1002', t('orders.packing'), -1, 480], ids[2]),
        order(['1003', t('orders.new'), 0, 90.5], ids[0]),
      ],
    },
  ];
}

function tasks({ t, taken, today }: Context): readonly TemplateTable[] {
  const task = ([name, state, priority, days, who]: readonly [
    string,
    string,
    string,
    number,
    string,
  ]): JsonObject => ({
    [t('tasks.task')]: name,
    [t('state')]: state,
    [t('tasks.priority')]: priority,
    [t('tasks.due')]: dayFrom(today, days),
    [t('tasks.who')]: who,
  });
  return [
    {
      table: {
        name: freeName(t('titles.tasks'), taken),
        fields: [
          { name: t('tasks.task'), type: 'string' },
          choice(t('state'), [
            [t('tasks.todo'), 'gray'],
            [t('tasks.doing'), 'blue'],
            [t('tasks.done'), 'green'],
          ]),
          choice(t('tasks.priority'), [
            [t('tasks.low'), 'gray'],
            [t('tasks.medium'), 'yellow'],
            [t('tasks.high'), 'red'],
          ]),
          { name: t('tasks.due'), type: 'date' },
          { name: t('tasks.who'), type: 'string' },
          { name: t('note'), type: 'text' },
        ],
      },
      samples: () => [
        task([t('tasks.task1'), t('tasks.doing'), t('tasks.high'), 1, t('contacts.person1')]),
        task([t('tasks.task2'), t('tasks.todo'), t('tasks.medium'), 3, t('contacts.person2')]),
        task([t('tasks.task3'), t('tasks.todo'), t('tasks.low'), 7, t('contacts.person3')]),
      ],
    },
  ];
}

/** Tables that each kind makes, for the limit of a plan. */
export const tablesOfKind = { blank: 1, orders: 2, contacts: 1, tasks: 1 } as const;

/**
 * Returns the tables of a template in the reader's language; the last one is opened.
 * @param name of a blank table
 */
export function templateOf(
  kind: TemplateKind,
  context: Context,
  name?: string,
): readonly TemplateTable[] {
  if (kind === 'blank') return blank(context, name);
  return { orders, contacts, tasks }[kind](context);
}
