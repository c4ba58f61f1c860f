import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Badge, Collapse, Group, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconPencil,
  IconTrash,
  IconArrowRight,
  IconLink,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRuleTexts } from '../../ui/use-rule-texts.ts';
import { DragHandle } from './DragHandle.tsx';
import { FieldDetails } from './FieldDetails.tsx';
import { useEnds } from './relationships/use-ends.ts';
import { TypeIcon } from './TypeIcon.tsx';
import { useDropTarget, type Landing } from './use-drop-target.ts';
import classes from './FieldItem.module.css';
import markClasses from './relationships/Relationships.module.css';

interface Props {
  table: Table;
  field: Field;
  /** Whether the reader may change it. */
  shapes: boolean;
  first: boolean;
  last: boolean;
  /** Landing position of a field dropped here. */
  target: Landing;
  onStep: (by: number) => void;
  onDrag: (id: string | null) => void;
  onDrop: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function FieldItem(props: Props) {
  const { table, field, shapes, target, onDrag, onDrop } = props;
  const { t } = useTranslation('tables');
  const [open, { toggle }] = useDisclosure(false);
  const drop = useDropTarget(target, onDrop);
  const { name } = field;
  return (
    <li className={classes.item} data-field={field.id} {...drop}>
      <div className={classes.line}>
        {shapes && (
          <DragHandle
            className={classes.handle}
            title={t('fields.drag', { name })}
            text={name}
            size={18}
            onDrag={isDragged => onDrag(isDragged ? field.id : null)}
          />
        )}
        <TypeIcon type={field.type} />
        <FieldWords table={table} field={field} />
        <Group gap={2} wrap="nowrap" className={classes.actions}>
          {shapes && <Actions {...props} />}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('fields.details', { name })}
            aria-expanded={open}
            onClick={toggle}
          >
            <IconChevronDown
              size={17}
              aria-hidden
              className={classes.chevron}
              data-open={open || undefined}
            />
          </ActionIcon>
        </Group>
      </div>
      <Collapse expanded={open} keepMounted={false}>
        <FieldDetails table={table} field={field} />
      </Collapse>
    </li>
  );
}

/** Name, type and rules of a field. */
function FieldWords({ table, field }: Pick<Props, 'table' | 'field'>) {
  const { t } = useTranslation('tables');
  const summary = useRuleTexts()(field.validation).join(' · ');
  return (
    <div className={classes.words}>
      <Group gap={8}>
        <Text fw={600} size="sm" className={classes.name}>
          {field.name}
        </Text>
        {field.required && (
          <Badge size="sm" variant="light" color="yellow" tt="none">
            {t('fields.required')}
          </Badge>
        )}
        <RelationshipMarks table={table} field={field} />
      </Group>
      <Text size="xs" c="dimmed">
        {t(`types.${field.type}`)}
        {summary && ` · ${summary}`}
      </Text>
    </div>
  );
}

/** Changes of a field, for readers who may make them. */
function Actions({ field: { name }, first, last, onStep, onEdit, onDelete }: Props) {
  const { t } = useTranslation('tables');
  const actions = [
    {
      label: t('fields.up', { name }),
      Icon: IconArrowUp,
      run: () => onStep(-1),
      disabled: first,
      move: true,
    },
    {
      label: t('fields.down', { name }),
      Icon: IconArrowDown,
      run: () => onStep(1),
      disabled: last,
      move: true,
    },
    { label: t('fields.edit', { name }), Icon: IconPencil, run: onEdit },
    { label: t('fields.delete', { name }), Icon: IconTrash, run: onDelete, color: 'red' },
  ];
  return actions.map(({ label, Icon, run, disabled = false, color = 'gray', move }) => (
    <Tooltip key={label} label={label}>
      <ActionIcon
        variant="subtle"
        color={color}
        aria-label={label}
        disabled={disabled}
        data-move={move}
        onClick={run}
      >
        <Icon size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ));
}

/** Icon and target table of each relationship of a field, beside its name. */
function RelationshipMarks({ table, field }: { table: Table; field: Field }) {
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
          className={markClasses.mark}
          aria-label={text}
          role="img"
          leftSection={<IconLink size={12} aria-hidden />}
        >
          <IconArrowRight size={11} aria-hidden className={markClasses.arrow} />
          {target}
        </Badge>
      </Tooltip>
    );
  });
}
