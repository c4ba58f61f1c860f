import type { Field } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { IconFolderPlus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../../lib/values/value-text.ts';
import { whereText, type WhereWords } from '../model/where-text.ts';
import { DraftFields } from './DraftFields.tsx';
import {
  isGroupDraft,
  newCondition,
  withItem,
  type ConditionDraft,
  type GroupDraft,
} from './tree-draft.ts';
import classes from './FilterBar.module.css';

interface Props {
  group: GroupDraft;
  tableId: string;
  fields: readonly Field[];
  words: Words;
  told: Words & WhereWords;
  /** Number of a group within the first one. */
  place?: number;
  onChange: (group: GroupDraft) => void;
  onRemove?: () => void;
}

/** Conditions of which all or any must hold; the first group may hold others. */
export function GroupFields({ group, place, onChange, onRemove, ...scene }: Props) {
  const { t } = useTranslation('grid');
  const ref = useRef<HTMLFieldSetElement>(null);
  const add = (item: ConditionDraft | GroupDraft): void => {
    onChange({ ...group, items: [...group.items, item] });
    // The new condition begins with its field.
    setTimeout(() => {
      const all = ref.current?.querySelectorAll<HTMLElement>('[data-condition-field]');
      [...(all ?? [])].at(-1)?.focus();
    });
  };
  /** The focus stays in the group, whose button adds the next condition. */
  const remove = (at: number): void => {
    onChange(withItem(group, at, undefined));
    ref.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  const [first] = scene.fields;
  return (
    <fieldset
      ref={ref}
      className={classes.group}
      aria-label={place === undefined ? t('filters.bar') : t('filters.group', { place })}
    >
      <GroupHead
        group={group}
        place={place}
        onJoin={join => onChange({ ...group, join })}
        onRemove={onRemove}
      />
      <ol className={classes.items}>
        {group.items.map((item, at) => {
          const shared = { ...scene, onRemove: () => remove(at) };
          return (
            <li key={at}>
              {isGroupDraft(item) ? (
                <GroupFields
                  {...shared}
                  group={item}
                  place={group.items.slice(0, at + 1).filter(isGroupDraft).length}
                  onChange={next => onChange(withItem(group, at, next))}
                />
              ) : (
                <ConditionFields
                  {...shared}
                  condition={item}
                  place={at + 1}
                  onChange={next => onChange(withItem(group, at, next))}
                />
              )}
            </li>
          );
        })}
      </ol>
      {group.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('filters.none')}
        </Text>
      )}
      {first && <Adding group={group} first={first} mayNest={place === undefined} onAdd={add} />}
    </fieldset>
  );
}

/** Whether all or any of a group must hold, and the end of a group within another. */
function GroupHead({
  group,
  place,
  onJoin,
  onRemove,
}: {
  group: GroupDraft;
  place: number | undefined;
  onJoin: (join: GroupDraft['join']) => void;
  onRemove: (() => void) | undefined;
}) {
  const { t } = useTranslation('grid');
  return (
    <div className={classes.head}>
      <SegmentedControl
        size="xs"
        aria-label={t('filters.join')}
        data={[
          { value: 'all', label: t('filters.all') },
          { value: 'any', label: t('filters.any') },
        ]}
        value={group.join}
        onChange={onJoin}
      />
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('filters.removeGroup', { place })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

/** Adds a condition on the first field, or a group that joins two the other way. */
function Adding({
  group,
  first,
  mayNest,
  onAdd,
}: {
  group: GroupDraft;
  first: Field;
  mayNest: boolean;
  onAdd: (item: ConditionDraft | GroupDraft) => void;
}) {
  const { t } = useTranslation('grid');
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        data-add
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onAdd(newCondition(first))}
      >
        {t('filters.addCondition')}
      </Button>
      {mayNest && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFolderPlus size={14} aria-hidden />}
          onClick={() =>
            onAdd({
              join: group.join === 'all' ? 'any' : 'all',
              items: [newCondition(first), newCondition(first)],
            })
          }
        >
          {t('filters.addGroup')}
        </Button>
      )}
    </Group>
  );
}

function ConditionFields({
  condition,
  place,
  tableId,
  fields,
  words,
  told,
  onChange,
  onRemove,
}: Omit<Props, 'group' | 'place' | 'onChange'> & {
  condition: ConditionDraft;
  place: number;
  onChange: (condition: ConditionDraft) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('grid');
  const field = fields.find(({ id }) => id === condition.field);
  return (
    <div role="group" aria-label={t('filters.condition', { place })} className={classes.condition}>
      {field ? (
        <>
          <NativeSelect
            label={t('filters.field')}
            data-condition-field
            data-autofocus={place === 1 || undefined}
            value={field.id}
            data={fields.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={event =>
              onChange(newCondition(fields.find(({ id }) => id === event.currentTarget.value)!))
            }
          />
          <DraftFields
            tableId={tableId}
            field={field}
            draft={condition.draft}
            words={words}
            problem={condition.problem}
            onChange={draft => onChange({ field: field.id, draft })}
          />
        </>
      ) : (
        <Text size="sm">
          {whereText(fields, { field: condition.field, filter: condition.filter ?? '' }, told)}
        </Text>
      )}
      <ActionIcon
        className={classes.away}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('filters.removeCondition', { place })}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
