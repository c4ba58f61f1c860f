import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconLink, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { mayRelate } from './may-relate.ts';
import { useEnds } from './use-ends.ts';
import classes from './Relationships.module.css';

interface Props {
  table: Table;
  field: Field;
  onAdd: () => void;
  onDelete: (relationship: Relationship) => void;
}

/** The relationships of one field, with their deletion and the way to a new one. */
export function RelationshipList({ table, field, onAdd, onDelete }: Props) {
  const { t } = useTranslation('tables');
  const { relationships } = field;
  return (
    <Stack gap="sm">
      {relationships.length === 0 ? (
        <EmptyState
          icon={<IconLink size={26} />}
          text={t(mayRelate(field) ? 'relationships.none' : 'relationships.notRelational')}
        />
      ) : (
        <ul className={classes.list} aria-label={t('relationships.of', { name: field.name })}>
          {relationships.map(relationship => (
            <RelationshipItem
              key={relationship.id}
              table={table}
              relationship={relationship}
              onDelete={() => onDelete(relationship)}
            />
          ))}
        </ul>
      )}
      {mayRelate(field) && (
        <Group>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={onAdd}
          >
            {t('relationships.add')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function RelationshipItem({
  table,
  relationship,
  onDelete,
}: {
  table: Table;
  relationship: Relationship;
  onDelete: () => void;
}) {
  const { t } = useTranslation('tables');
  const { table: target, field: targetField } = useEnds(table)(relationship);
  const name = target ?? t('relationships.missing');
  const type = t(`relationships.types.${relationship.relationshipType}`);
  const label = t('relationships.delete', { table: name });
  return (
    <li className={classes.item}>
      <IconLink size={18} aria-hidden />
      <div className={classes.words}>
        <Text size="sm" fw={600}>
          {t('relationships.detail', { type, table: name })}
        </Text>
        <Text size="xs" c="dimmed">
          {[
            targetField !== null && t('relationships.byField', { name: targetField }),
            t(relationship.cascadeDelete ? 'relationships.cascades' : 'relationships.keeps'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <Tooltip label={label}>
        <ActionIcon variant="subtle" color="red" aria-label={label} onClick={onDelete}>
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
