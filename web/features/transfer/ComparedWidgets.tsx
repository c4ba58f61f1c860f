import type { ComparedWidget, Comparison } from '@hzm/contracts/features/transfers/transfer';
import { Badge, Checkbox, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../lib/list-text.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { comes } from './choice.ts';
import { stateColors } from './state-colors.ts';
import classes from './Transfer.module.css';

interface Props {
  comparison: Comparison;
  /** The test tables that are transferred. */
  tables: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  /** Absent if the reader may only read. */
  onChoose: ((id: string, isChosen: boolean) => void) | undefined;
}

/** Widgets of the test environment beside those of live. */
export function ComparedWidgets({ comparison: { widgets, ...rest }, ...list }: Props) {
  const { t } = useTranslation('transfer');
  if (widgets.length === 0) return null;
  return (
    <section aria-label={t('widgets.title')} className={classes.liveOnly}>
      <Text size="sm" fw={600}>
        {t('widgets.title')}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {t('widgets.lead')}
      </Text>
      <ul className={classes.list}>
        {widgets.map(widget => (
          <Item
            key={widget.id}
            widget={widget}
            needed={rest.tables.filter(
              ({ id }) => widget.needs.includes(id) && !list.tables.has(id),
            )}
            {...list}
          />
        ))}
      </ul>
    </section>
  );
}

function Item({
  widget,
  needed,
  tables,
  chosen,
  onChoose,
}: Omit<Props, 'comparison'> & {
  widget: ComparedWidget;
  /** Tables that have to be chosen, too. */
  needed: Comparison['tables'];
}) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const { id, name, state } = widget;
  const mayCome = comes(widget, tables);
  const note =
    state === 'same' || mayCome
      ? widget.state === 'different' && widget.liveIsNewer
        ? t('widgets.liveIsNewer')
        : undefined
      : needed.length > 0
        ? t('widgets.needsTable', {
            count: needed.length,
            tables: formatList(
              needed.map(table => `“${table.name}”`),
              language,
            ),
          })
        : t('widgets.unfit');
  return (
    <li className={classes.item} data-widget={name} data-state={state}>
      <div className={classes.line}>
        {state !== 'same' && onChoose && (
          <Checkbox
            checked={mayCome && chosen.has(id)}
            disabled={!mayCome}
            aria-label={t('widgets.choose', { name })}
            onChange={event => onChoose(id, event.currentTarget.checked)}
          />
        )}
        <div className={classes.widget}>
          <Text size="sm" fw={600} className={classes.name} dir="auto">
            {name}
          </Text>
          {note && <Text size="sm">{note}</Text>}
        </div>
        <Badge variant="light" tt="none" color={stateColors[state]}>
          {t(`state.${state}`)}
        </Badge>
      </div>
    </li>
  );
}
