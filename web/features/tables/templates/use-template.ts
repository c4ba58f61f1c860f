import { dayIn } from '@hzm/contracts/core/moment';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSending } from '../../../ui/use-sending.ts';
import { addSamples, makeTemplate, type Made } from './make-template.ts';
import { templateOf, type TemplateKind, type TemplateTable } from './templates.ts';

/** A template whose sample rows are not all there. */
interface Unfinished {
  readonly template: readonly TemplateTable[];
  readonly made: Made;
}

interface Props {
  readonly project: Pick<Project, 'id' | 'settings'>;
  /** Names of the project's tables. */
  readonly taken: readonly string[];
  readonly onMade: (table: Table) => void;
}

/** Makes the tables of templates, and tells what is missing of their sample rows. */
export function useTemplate({ project, taken, onMade }: Props) {
  const { t } = useTranslation('templates');
  const { busy, error, run } = useSending();
  const [making, setMaking] = useState<TemplateKind | null>(null);
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null);
  const finish = (template: readonly TemplateTable[], made: Made): void => {
    const table = made.tables.at(-1);
    if (made.missing) setUnfinished({ template, made });
    else if (table) onMade(table);
  };
  const missing = unfinished?.made.missing;
  return {
    /** The kind that is being made. */
    making: busy ? making : null,
    error,
    missing: missing && {
      error: missing.error,
      tables: unfinished.made.tables
        .slice(missing.from)
        .filter((_, at) => unfinished.template[missing.from + at]!.samples([]).length > 0)
        .map(({ name }) => name),
    },
    make: (kind: TemplateKind, withSamples: boolean): void => {
      setMaking(kind);
      const today = dayIn(new Date(), project.settings.timeZone);
      const template = templateOf(kind, { t, taken, today });
      void run(async () => finish(template, await makeTemplate(project.id, template, withSamples)));
    },
    addMissing: (): void => {
      if (!unfinished) return;
      const { template, made } = unfinished;
      void run(async () => finish(template, await addSamples(template, made)));
    },
    openUnfinished: (): void => {
      const table = unfinished?.made.tables.at(-1);
      if (table) onMade(table);
    },
  };
}
