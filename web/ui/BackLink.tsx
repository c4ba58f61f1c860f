import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './BackLink.module.css';

export function BackLink({ to, label }: { to: LinkProps['to']; label: string }) {
  return (
    <Anchor component={Link} to={to} className={classes.link} size="sm">
      <IconArrowLeft size={16} aria-hidden />
      {label}
    </Anchor>
  );
}
