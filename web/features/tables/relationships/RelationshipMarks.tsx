import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Badge, Tooltip } from '@mantine/core';
import { IconArrowRight, IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEnds } from './use-ends.ts';
import classes from './Relationships.module.css';

/** Icon and target table of each relationship of a field, beside its name. */
export function RelationshipMarks({ table, field }: { table: Table; field: Field }) {
  const { t } = useTranslation('tables');
  const ends = useEnds(table);
  return field.relationships.map(relationship => {
    const target = ends(relationship).table ?? t('relationships.missing');
    const type = t(`relationships.types.${relationship.relationshipType}`);
    const text = t('relationships.marked', { type, table: target });
    return (
      <Tooltip key={relationship.id} label={text}>
        <Badge
          size="sm"
          variant="light"
          color="blue"
          tt="none"
          className={classes.mark}
          aria-label={text}
          role="img"
          leftSection={<IconLink size={12} aria-hidden />}
        >
          <IconArrowRight size={11} aria-hidden className={classes.arrow} />
          {target}
        </Badge>
      </Tooltip>
    );
  });
}
