import { listModules, type DocCategory } from '@hzm/contracts/features/docs/api';
import { Anchor, Group, Select, Tabs, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { DocContent } from './DocContent.tsx';
import { DocOverview } from './DocOverview.tsx';
import { DocSearch } from './DocSearch.tsx';
import classes from './Docs.module.css';

type Tab = 'overview' | 'search' | 'content';
const tabs: readonly Tab[] = ['overview', 'search', 'content'];

/** The documentation of the API: overview, search and the content of one module. */
export function DocsDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useTranslation('docs');
  return (
    <Dialog opened addressed onClose={onClose} title={t('title')} size="xl">
      <Docs />
      <Group justify="space-between" className={classes.foot}>
        <Text size="sm" c="dimmed">
          {t('version')}
        </Text>
        <Anchor
          component={Link}
          to="/api-test"
          search={{ project: projectId } as never}
          size="sm"
          underline="always"
        >
          {t('project')}
        </Anchor>
        <Anchor
          size="sm"
          underline="always"
          href="/api/v1/openapi.json"
          target="_blank"
          rel="noopener"
        >
          {t('all')}
        </Anchor>
      </Group>
    </Dialog>
  );
}

function Docs() {
  const { t } = useTranslation('docs');
  const { data, error, reload } = useAnswer(listModules, {});
  const [tab, setTab] = useState<Tab>('overview');
  const [category, setCategory] = useState<DocCategory | null>(null);
  const [text, setText] = useState('');
  const [moduleId, setModuleId] = useState<string | null>(null);
  if (!data)
    return error ? (
      <ErrorNotice error={error} title={t('loadFailed')} onRetry={reload} />
    ) : (
      <Waiting text={t('loading')} heights={[36, 90, 220]} />
    );
  const open = (id: string): void => {
    setModuleId(id);
    setTab('content');
  };
  const modules = data.modules.filter(one => category === null || one.category === category);
  return (
    <Tabs
      value={tab}
      onChange={next => setTab(tabs.find(one => one === next) ?? 'overview')}
      keepMounted={false}
    >
      <Tabs.List aria-label={t('tabs.label')} mb="md">
        {tabs.map(one => (
          <Tabs.Tab key={one} value={one}>
            {t(`tabs.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Select
        label={t('category.label')}
        placeholder={t('category.all')}
        data={data.categories.map(({ id, name }) => ({ value: id, label: name }))}
        value={category}
        onChange={next => setCategory(next)}
        clearable
        mb="md"
      />
      <Tabs.Panel value="overview">
        <DocOverview {...data} modules={modules} onOpen={open} />
      </Tabs.Panel>
      <Tabs.Panel value="search">
        <DocSearch text={text} category={category} onText={setText} onOpen={open} />
      </Tabs.Panel>
      <Tabs.Panel value="content">
        <DocContent modules={modules} moduleId={moduleId} onOpen={setModuleId} />
      </Tabs.Panel>
    </Tabs>
  );
}
