import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { useEffect, useMemo, useState } from 'react';
import type { Words } from '../../../lib/values/value-text.ts';
import { whenReachable } from '../../../lib/when-reachable.ts';
import { useProject } from '../../../state/project.live.ts';
import { useTold } from '../filters/use-told.ts';
import type { Colors } from '../model/colors.ts';
import type { Painter } from '../model/paint.ts';
import type { painter as painterType } from './painter.ts';

type Making = typeof painterType;

/** Paints the rows of a table by its colour rules; undefined without rules, and until it can. */
export function usePainter(
  table: Table,
  fields: readonly Field[],
  colors: Colors | undefined,
  words: Words,
): Painter | undefined {
  const timeZone = useProject(table.projectId).data?.project.settings.timeZone;
  const told = useTold(words);
  const [make, setMake] = useState<Making>();
  const isWanted = colors !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    void whenReachable(async () => (await import('./painter.ts')).painter).then(painter =>
      setMake(() => painter),
    );
  }, [isWanted]);
  // An address is read anew for each step in it: equal rules draw no row again.
  const rules = colors && JSON.stringify(colors);
  return useMemo(
    () =>
      make && rules !== undefined && timeZone !== undefined
        ? make(JSON.parse(rules) as Colors, fields, timeZone, told)
        : undefined,
    [make, rules, fields, timeZone, told],
  );
}
