import { createFileRoute } from '@tanstack/react-router';
import {
  isPlan,
  isPeopleSort,
  type PeopleView,
} from '../../features/administration/people-view.ts';
import { PeopleScreen } from '../../features/administration/PeopleScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { AdminOnly } from '../../ui/AdminOnly.tsx';

export const Route = createFileRoute('/_signed-in/database-users')({
  validateSearch: (search: Record<string, unknown>): PeopleView => ({
    ...(typeof search['q'] === 'string' && search['q'] !== '' ? { q: search['q'] } : {}),
    ...(search['state'] === 'active' || search['state'] === 'passive'
      ? { state: search['state'] }
      : {}),
    ...(search['role'] === 'admin' ? { role: 'admin' } : {}),
    ...(isPlan(search['plan']) ? { plan: search['plan'] } : {}),
    ...(isPeopleSort(search['sort']) && search['sort'] !== 'newest'
      ? { sort: search['sort'] }
      : {}),
    ...(typeof search['page'] === 'number' && Number.isInteger(search['page']) && search['page'] > 1
      ? { page: search['page'] }
      : {}),
    ...(search['add'] === true ? { add: true } : {}),
  }),
  loader: () => loadTexts('translation', 'administration'),
  component: () => (
    <AdminOnly>
      <PeopleScreen />
    </AdminOnly>
  ),
});
