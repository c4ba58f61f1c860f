import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotHere } from '../../../ui/NotHere.tsx';

/** The address names a table that the project does not have. */
export function MissingTable() {
  const { t } = useTranslation('in-project');
  return (
    <NotHere title={t('missing.table')} text={t('missing.tableText')}>
      <Button component={Link} to="." search={{} as never}>
        {t('missing.toTables')}
      </Button>
    </NotHere>
  );
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (key: string): boolean => UUID.test(key);

interface FieldProps {
  name: string;
  table: string;
  /** Opens the rest of the view. */
  onRest: () => void;
}

/** The address sorts or filters by a field that the table does not have. */
export function MissingField({ name, ...rest }: FieldProps) {
  const { t } = useTranslation('grid');
  const text = isId(name) ? t('missing.fieldRemoved') : t('missing.fieldText', { name });
  return <WithoutField title={t('missing.field')} text={text} {...rest} />;
}

/** The address sorts, groups or filters by a field of whose type that cannot be asked. */
export function UnfitField({ name, ...rest }: FieldProps) {
  const { t } = useTranslation('grid');
  const text = t('missing.fieldUnfitText', { name });
  return <WithoutField title={t('missing.fieldUnfit')} text={text} {...rest} />;
}

function WithoutField({
  title,
  text,
  table,
  onRest,
}: Omit<FieldProps, 'name'> & { title: string; text: string }) {
  const { t } = useTranslation('grid');
  return (
    <NotHere title={title} text={text}>
      <Button onClick={onRest}>{t('missing.openRest')}</Button>
      <Button component={Link} to="." search={{ table } as never} variant="default">
        {t('missing.toAllRows')}
      </Button>
    </NotHere>
  );
}
