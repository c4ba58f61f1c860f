import type { ReadField } from '@hzm/contracts/features/custom-endpoints/definition';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LabelChoice } from '../../ui/query/LabelChoice.tsx';
import classes from './Endpoints.module.css';

const own = ['id', 'created_at', 'updated_at', '_version'] as const;

const none: readonly Table[] = [];

interface Props {
  table: Table;
  /** The tables whose rows can be named in the place of their ids; none where ids are answered. */
  tables?: readonly Table[];
  fields: readonly ReadField[];
  /** Path of the list in the definition. */
  path: string;
  faultOf: (path: string) => string | undefined;
  onChange: (fields: ReadField[]) => void;
}

/** Chooses the fields of an answer and their names there, which stay when a field is renamed. */
export function ChosenFields({ table, tables = none, fields, path, faultOf, onChange }: Props) {
  const { t } = useTranslation('endpoints');
  const at = (id: string) => fields.findIndex(({ field }) => field === id);
  const gone = fields.filter(
    ({ field }) => !own.includes(field as 'id') && !table.fields.some(({ id }) => id === field),
  );
  const choices: readonly { readonly field: string; readonly name: string }[] = [
    ...own.slice(0, 1).map(name => ({ field: name, name })),
    ...table.fields.map(({ id, name }) => ({ field: id, name })),
    ...own.slice(1).map(name => ({ field: name, name })),
    ...gone,
  ];
  const switchOn = (choice: { readonly field: string; readonly name: string }, isOn: boolean) =>
    onChange(isOn ? [...fields, choice] : fields.filter(({ field }) => field !== choice.field));
  return (
    <ul className={classes.lines}>
      {choices.map(choice => {
        const index = at(choice.field);
        const chosen = fields[index];
        const write = (next: ReadField) =>
          onChange(fields.map((one, i) => (i === index ? next : one)));
        return (
          <li key={choice.field} className={classes.line}>
            <Checkbox
              label={choice.name}
              checked={index >= 0}
              pb={chosen ? 8 : 0}
              error={index >= 0 ? faultOf(`${path}.${index}.field`) : undefined}
              onChange={event => switchOn(choice, event.currentTarget.checked)}
            />
            {chosen && (
              <TextInput
                size="xs"
                aria-label={t('chosen.name', { field: choice.name })}
                value={chosen.name}
                maxLength={100}
                error={faultOf(`${path}.${index}.name`)}
                onChange={event => write({ ...chosen, name: event.currentTarget.value })}
              />
            )}
            {chosen && (
              <LabelChoice
                field={table.fields.find(({ id }) => id === chosen.field)}
                tables={tables}
                label={chosen.label}
                error={faultOf(`${path}.${index}.label`)}
                onChange={label => write({ ...chosen, label })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
