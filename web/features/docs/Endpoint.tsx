import { Badge, Code } from '@mantine/core';
import classes from './Docs.module.css';

const colors = {
  GET: 'blue',
  POST: 'green',
  PUT: 'gray',
  PATCH: 'violet',
  DELETE: 'red',
} as const;

/** Method and path of a call. */
export function Endpoint({ method, path }: { method: keyof typeof colors; path: string }) {
  return (
    <span className={classes.endpoint}>
      <Badge component="span" variant="light" color={colors[method]} radius="sm">
        {method}
      </Badge>
      <Code className={classes.path}>{path}</Code>
    </span>
  );
}
