import { Anchor } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BackLink } from './BackLink.tsx';
import classes from './Trail.module.css';

interface Crumb {
  readonly label: string;
  /** Absent for the page itself. */
  readonly to?: string | undefined;
  readonly search?: object;
}

interface Props {
  project: { readonly id: string; readonly name: string };
  /** The table that the project page opens. */
  tableId?: string | undefined;
  /** The breadcrumbs after the project. */
  crumbs?: readonly Crumb[];
}

/** Breadcrumbs of a project page: the list of projects, the project, the part. */
export function Trail({ project: { id, name }, tableId, crumbs = [] }: Props) {
  const { t } = useTranslation('translation');
  const { from }: { readonly from?: unknown } = useSearch({ strict: false });
  const admin = from === 'admin';
  const way: readonly Crumb[] = [
    { label: name, to: `/projects/${id}`, search: { table: tableId, ...(admin && { from }) } },
    ...crumbs,
  ];
  return (
    <nav aria-label={t('trail.label')} className={classes.trail}>
      <ol>
        <li className={classes.back}>
          <BackLink to={admin ? '/database-projects' : '/projects'} label={t('trail.projects')} />
        </li>
        {way.map((crumb, at) => (
          <li key={at} className={classes.crumb} title={crumb.label}>
            <Place {...crumb} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Place({ label, to, search }: Crumb) {
  if (to === undefined)
    return (
      <span aria-current="page" dir="auto">
        {label}
      </span>
    );
  return (
    <Anchor
      component={Link}
      to={to}
      search={search as never}
      size="sm"
      dir="auto"
      className={classes.link}
    >
      {label}
    </Anchor>
  );
}
