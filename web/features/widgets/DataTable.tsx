import { memberOf, type Json, type JsonObject } from '@hzm/contracts/core/json';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { ActionIcon, Table, Text, Tooltip } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { formatted, type Words } from '../../lib/values/value-text.ts';
import classes from './Widgets.module.css';

interface Column {
  readonly name: string;
  /** Null for a member of every row, and for a computed figure. */
  readonly type: FieldType | null;
}

const textIn = (type: FieldType | null, value: Json, words: Words): string =>
  formatted(
    { type: type ?? (typeof value === 'number' ? 'number' : 'string'), validation: {} },
    value,
    words,
  );

interface Props {
  columns: readonly Column[];
  rows: readonly JsonObject[];
  label: string;
  /** Asks for a personal link to the row at a place; absent where there are none. */
  onLink?: ((place: number) => void) | undefined;
}

/** Rows as their reader's language writes them. */
export function DataTable({ columns, rows, label, onLink }: Props) {
  const { t } = useTranslation(['widgets', 'common']);
  const words = { language: useLanguage(), yes: t('common:yes'), no: t('common:no') };
  return (
    // A region that scrolls is reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <Table striped>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name }) => (
              <Table.Th key={name} scope="col" dir="auto">
                {name}
              </Table.Th>
            ))}
            {onLink && <Table.Th scope="col">{t('links.column')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, place) => (
            <Table.Tr key={place}>
              {columns.map(({ name, type }) => (
                <Table.Td key={name} dir="auto">
                  {textIn(type, memberOf(row, name) ?? null, words)}
                </Table.Td>
              ))}
              {onLink && (
                <Table.Td>
                  <Tooltip label={t('links.make')}>
                    <ActionIcon
                      variant="subtle"
                      aria-label={t('links.makeOf', { place: place + 1 })}
                      onClick={() => onLink(place)}
                    >
                      <IconLink size={18} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" p="md">
          {t('data.empty')}
        </Text>
      )}
    </div>
  );
}
