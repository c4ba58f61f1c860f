import type { Table } from '@hzm/contracts/features/tables/table';
import { Popover } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldTask } from '../../ui/field-task.ts';
import { layers } from '../../ui/layers.ts';
import { useEscape } from '../../ui/use-overlay.ts';
import { NewFieldForm } from './NewFieldForm.tsx';
import classes from './QuickField.module.css';

interface Props {
  table: Table;
  task: FieldTask & { readonly kind: 'add' };
  /** The button under which it opens. */
  opener: HTMLElement;
  onClose: () => void;
}

/** A new field beside the header of the grid: a name suffices, and the rest is one step away. */
export function QuickField({ table, task, opener, onClose }: Props) {
  const { t } = useTranslation('tables');
  const [isWhole, setWhole] = useState(false);
  const [{ right: left, bottom: top }] = useState(() => opener.getBoundingClientRect());
  const close = (): void => {
    onClose();
    opener.focus();
  };
  const form = useRef<HTMLDivElement>(null);
  // The library's own way would close the form when Escape is meant for an open list in it.
  const id = useEscape(true, close);
  return (
    <Popover
      opened
      // A list of types lies outside, and a long form is not to be lost by a slip.
      closeOnClickOutside={!isWhole}
      closeOnEscape={false}
      onChange={opened => {
        if (!opened) close();
      }}
      position="bottom-end"
      width="min(340px, 100vw - 16px)"
      shadow="md"
      trapFocus
      offset={4}
      transitionProps={{ duration: 0 }}
      zIndex={layers.floating}
      portalProps={{ target: '#main' }}
    >
      <Popover.Target>
        <span aria-hidden className={classes.place} style={{ left, top }} />
      </Popover.Target>
      <Popover.Dropdown
        ref={form}
        data-overlay={id}
        className={classes.form}
        aria-label={t('add.title')}
      >
        <NewFieldForm
          table={table}
          task={task}
          isWhole={isWhole}
          onWhole={() => {
            // The button goes.
            form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
            setWhole(true);
          }}
          onDone={close}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
