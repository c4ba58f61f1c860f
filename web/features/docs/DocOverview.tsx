import type { AnswerOf } from '@hzm/contracts/core/call';
import type { listModules } from '@hzm/contracts/features/docs/api';
import { SimpleGrid, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import classes from './Docs.module.css';

type Overview = AnswerOf<typeof listModules>;

/** Figures of the documentation, and its modules by category. */
export function DocOverview({
  stats,
  categories,
  modules,
  onOpen,
}: Overview & { onOpen: (id: string) => void }) {
  const { t } = useTranslation('docs');
  const language = useLanguage();
  const figures = [
    [t('figures.docs'), stats.totalDocs],
    [t('figures.endpoints'), stats.totalEndpoints],
    [t('figures.categories'), stats.totalCategories],
  ] as const;
  return (
    <Stack>
      <dl className={classes.figures}>
        {figures.map(([name, count]) => (
          <div key={name} className={classes.figure}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" size="xl" fw={700} m={0}>
              {formatNumber(count, language)}
            </Text>
          </div>
        ))}
      </dl>
      {categories.map(({ id, name }) => {
        const ofCategory = modules.filter(({ category }) => category === id);
        if (ofCategory.length === 0) return null;
        return (
          <section key={id} aria-labelledby={`docs-${id}`}>
            <Title order={3} size="h6" id={`docs-${id}`} mb={8}>
              {name}
            </Title>
            <SimpleGrid component="ul" cols={{ base: 1, sm: 2 }} className={classes.list}>
              {ofCategory.map(module => (
                <li key={module.id}>
                  <UnstyledButton className={classes.module} onClick={() => onOpen(module.id)}>
                    <Text fw={600}>{module.title}</Text>
                    <Text size="sm" c="dimmed">
                      {module.description}
                    </Text>
                    <Text size="xs" c="dimmed" mt={4}>
                      {t('endpoints', {
                        count: module.endpoints,
                        formatted: formatNumber(module.endpoints, language),
                      })}
                    </Text>
                  </UnstyledButton>
                </li>
              ))}
            </SimpleGrid>
          </section>
        );
      })}
    </Stack>
  );
}
