import { Button, Menu, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** One thing to do with a project: `to` opens a page, `act` does something on this one. */
export type ProjectAction = {
  readonly label: string;
  /** Accessible name, where other projects have the same label beside it. */
  readonly name?: string;
  readonly Icon: Icon;
} & (
  | { readonly to: string; readonly search?: Readonly<Record<string, string>> }
  | { readonly act: () => void }
);

export function ActionButton({ action, ...looks }: { action: ProjectAction } & ButtonProps) {
  const { label, name, Icon: ActionIcon } = action;
  const shared = {
    ...looks,
    'aria-label': name,
    leftSection: <ActionIcon size={17} aria-hidden />,
  };
  return 'to' in action ? (
    <Button component={Link} to={action.to} search={action.search as never} {...shared}>
      {label}
    </Button>
  ) : (
    <Button onClick={action.act} {...shared}>
      {label}
    </Button>
  );
}

export function ActionItem({ action }: { action: ProjectAction }) {
  const { label, Icon: ActionIcon } = action;
  const icon = <ActionIcon size={16} aria-hidden />;
  return 'to' in action ? (
    <Menu.Item component={Link} to={action.to} search={action.search as never} leftSection={icon}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={icon} onClick={action.act}>
      {label}
    </Menu.Item>
  );
}
