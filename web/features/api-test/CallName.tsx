import { Badge, Text } from '@mantine/core';
import type { Operation } from './reference.ts';
import classes from './ApiTest.module.css';

export function CallName({ method, path }: Pick<Operation, 'method' | 'path'>) {
  return (
    <span className={classes.name}>
      <Badge variant="outline" color="gray" size="sm" ff="monospace">
        {method}
      </Badge>
      <Text size="sm" ff="monospace" component="span" className={classes.breaks}>
        {path}
      </Text>
    </span>
  );
}
