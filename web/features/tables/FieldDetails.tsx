import { isMathCapable } from '@hzm/contracts/features/tables/math-capable';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../ui/Facts.tsx';
import { useRuleTexts } from '../../ui/use-rule-texts.ts';
import { useEnds } from './relationships/use-ends.ts';
import classes from './FieldDetails.module.css';

/** Details that do not fit a field's line. */
export function FieldDetails({ table, field }: { table: Table; field: Field }) {
  const { t } = useTranslation(['tables', 'common']);
  const rules = useRuleTexts()(field.validation);
  const ends = useEnds(table);
  return (
    <div className={classes.details}>
      <Facts
        facts={[
          { name: t('fields.description'), value: field.description || t('fields.noDescription') },
          {
            name: t('fields.rules'),
            value:
              rules.length === 0
                ? t('fields.noRules')
                : rules.map(rule => (
                    <Text key={rule} size="sm">
                      {rule}
                    </Text>
                  )),
          },
          {
            name: t('relationships.fact'),
            value:
              field.relationships.length === 0
                ? t('relationships.noRelations')
                : field.relationships.map(relationship => (
                    <Text key={relationship.id} size="sm">
                      {t('relationships.detail', {
                        type: t(`relationships.types.${relationship.relationshipType}`),
                        table: ends(relationship).table ?? t('relationships.missing'),
                      })}
                    </Text>
                  )),
          },
          {
            name: t('fields.mathCapable'),
            value: t(isMathCapable(field.type) ? 'common:yes' : 'common:no'),
          },
          { name: t('fields.id'), value: field.id },
        ]}
      />
    </div>
  );
}
