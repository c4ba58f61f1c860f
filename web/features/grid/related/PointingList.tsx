import type { Language } from '@hzm/contracts/core/language';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import type { Pointing } from './use-pointing.ts';

/** The fields whose rows point here, each with their number and the way to them. */
export function PointingList({
  projectId,
  rowId,
  pointing,
  language,
}: {
  projectId: string;
  /** The row that they point to, if it is one alone. */
  rowId: string | undefined;
  pointing: readonly Pointing[];
  language: Language;
}) {
  const { t } = useTranslation('grid');
  return (
    <ul style={{ margin: 0, paddingInlineStart: 20 }}>
      {pointing.map(({ tableId, tableName, fieldName, relationship, count }) => {
        const { id, sourceFieldId, relationshipType } = relationship;
        const text = t('related.pointing', {
          table: tableName,
          field: fieldName,
          count,
          formatted: formatNumber(count, language),
        });
        return (
          <li key={id}>
            {rowId === undefined ? (
              text
            ) : (
              <Anchor
                component={Link}
                size="sm"
                c="inherit"
                underline="always"
                to="/projects/$id/data"
                params={{ id: projectId } as never}
                search={
                  {
                    table: tableId,
                    filters: {
                      [sourceFieldId]: relationshipType === 'many-to-many' ? rowId : { eq: rowId },
                    },
                  } as never
                }
              >
                {text}
              </Anchor>
            )}
          </li>
        );
      })}
    </ul>
  );
}
