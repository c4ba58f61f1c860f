import type { ListedRequest } from '@hzm/contracts/features/endpoint-requests/request';
import { Button, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { InboxSearch } from './inbox-search.ts';
import { RequestCard } from './RequestCard.tsx';
import classes from './Inbox.module.css';

/** Requests of a category, or the reason why there are none. */
export function RequestList({
  requests,
  search,
}: {
  requests: readonly ListedRequest[];
  search: InboxSearch;
}) {
  const { t } = useTranslation('requests');
  if (requests.length > 0) {
    return (
      <ul className={classes.cards}>
        {requests.map(request => (
          <li key={request.id}>
            <RequestCard request={request} isOpen={request.id === search.request} />
          </li>
        ))}
      </ul>
    );
  }
  const isFiltered = search.priority !== undefined || search.q !== undefined;
  return (
    <EmptyState
      icon={<IconInbox size={26} />}
      text={t(isFiltered ? 'empty.filtered' : `empty.${search.category ?? 'inbox'}`)}
    >
      {isFiltered ? (
        <Button
          variant="default"
          component={Link}
          to="."
          search={((before: object) => ({ ...before, priority: undefined, q: undefined })) as never}
          replace
        >
          {t('empty.clear')}
        </Button>
      ) : (
        <Text size="sm" c="dimmed" ta="center">
          {t('empty.hint')}
        </Text>
      )}
    </EmptyState>
  );
}
