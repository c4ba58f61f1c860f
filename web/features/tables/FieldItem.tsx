import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Badge, Collapse, Group, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRuleTexts } from '../../ui/use-rule-texts.ts';
import { FieldDetails } from './FieldDetails.tsx';
import { RelationshipMarks } from './relationships/RelationshipMarks.tsx';
import { TypeIcon } from './TypeIcon.tsx';
import classes from './FieldItem.module.css';

interface Props {
  table: Table;
  field: Field;
  /** Whether the reader may change it. */
  shapes: boolean;
  first: boolean;
  last: boolean;
  /** Landing position of a field dropped here. */
  target: 'above' | 'below' | null;
  onStep: (by: number) => void;
  onDrag: (id: string | null) => void;
  onDrop: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function FieldItem({
  table,
  field,
  shapes,
  first,
  last,
  target,
  onStep,
  onDrag,
  onDrop,
  onEdit,
  onDelete,
}: Props) {
  const { t } = useTranslation('tables');
  const [open, { toggle }] = useDisclosure(false);
  const [over, setOver] = useState(false);
  const { name } = field;
  const summary = useRuleTexts()(field.validation).join(' · ');
  const actions = !shapes
    ? []
    : [
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
  return (
    <li
      className={classes.item}
      data-field={field.id}
      data-target={(over && target) || undefined}
      onDragOver={event => {
        if (target) {
          event.preventDefault();
          setOver(true);
        }
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
    >
      <div className={classes.line}>
        {shapes && (
          <span
            className={classes.handle}
            draggable
            title={t('fields.drag', { name })}
            aria-hidden
            onDragStart={event => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', name);
              onDrag(field.id);
            }}
            onDragEnd={() => onDrag(null)}
          >
            <IconGripVertical size={18} />
          </span>
        )}
        <TypeIcon type={field.type} />
        <div className={classes.words}>
          <Group gap={8}>
            <Text fw={600} size="sm" className={classes.name}>
              {name}
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
        <Group gap={2} wrap="nowrap" className={classes.actions}>
          {actions.map(({ label, Icon, run, disabled = false, color = 'gray', move }) => (
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
          ))}
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
      <Collapse expanded={open}>
        <FieldDetails table={table} field={field} />
      </Collapse>
    </li>
  );
}
