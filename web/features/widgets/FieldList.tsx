import type { Table } from '@hzm/contracts/features/tables/table';
import { MAX_WIDGET_FIELDS } from '@hzm/contracts/features/widgets/settings';
import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { replaced } from '../../lib/conditions.ts';
import { moved } from './design.ts';
import classes from './Widgets.module.css';

export interface Chosen {
  readonly field: string;
  readonly name: string;
}

interface Props<Item extends Chosen> {
  table: Table;
  items: readonly Item[];
  /** Members of every row that may be chosen, with their headings. */
  own: readonly Chosen[];
  label: (field: string) => string;
  faultOf: (path: string) => string | undefined;
  make: (chosen: Chosen) => Item;
  /** More about an item, below its name. */
  children?: (item: Item, write: (next: Item) => void) => ReactNode;
  onChange: (items: Item[]) => void;
}

/** Fields of a table in an order of their own, each with a name in the widget. */
export function FieldList<Item extends Chosen>({
  table,
  items,
  own,
  label,
  faultOf,
  make,
  children,
  onChange,
}: Props<Item>) {
  const all = [...table.fields.map(({ id, name }) => ({ field: id, name })), ...own];
  const left = all.filter(one => !items.some(({ field }) => field === one.field));
  return (
    <div>
      <ul className={classes.lines}>
        {items.map((item, place) => {
          const name = all.find(({ field }) => field === item.field)?.name ?? '—';
          const write = (next: Item | undefined) => onChange(replaced(items, place, next));
          return (
            <li key={item.field} className={classes.item}>
              <div className={classes.itemFields}>
                <TextInput
                  label={label(name)}
                  value={item.name}
                  maxLength={100}
                  error={faultOf(`fields.${place}.field`) ?? faultOf(`fields.${place}.name`)}
                  onChange={event => write({ ...item, name: event.currentTarget.value })}
                />
                {children?.(item, write)}
              </div>
              <Mover
                name={name}
                isFirst={place === 0}
                isLast={place === items.length - 1}
                onMove={by => onChange([...moved(items, place, by)])}
                onRemove={() => write(undefined)}
              />
            </li>
          );
        })}
      </ul>
      {left.length > 0 && items.length < MAX_WIDGET_FIELDS && (
        <AddField fields={left} onAdd={one => onChange([...items, make(one)])} />
      )}
    </div>
  );
}

function AddField({
  fields,
  onAdd,
}: {
  fields: readonly Chosen[];
  onAdd: (field: Chosen) => void;
}) {
  const { t } = useTranslation('widgets');
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          mt="sm"
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {t('design.addField')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.choices}>
        {fields.map(one => (
          <Menu.Item key={one.field} onClick={() => onAdd(one)}>
            {one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Mover({
  name,
  isFirst,
  isLast,
  onMove,
  onRemove,
}: {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('widgets');
  const look = { variant: 'subtle', color: 'gray', size: 36 } as const;
  return (
    <div className={classes.mover}>
      <ActionIcon
        {...look}
        disabled={isFirst}
        aria-label={t('design.up', { name })}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...look}
        disabled={isLast}
        aria-label={t('design.down', { name })}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon {...look} aria-label={t('design.remove', { name })} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
