import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { part } from '../../../ui/part.ts';

const Webhook = part(
  async () => (await import('./webhook/Webhook.tsx')).Webhook,
  'webhooks',
  'common',
);

/** The webhook of a project, loaded when its settings are open. */
export function WebhookPart({ projectId }: { projectId: string }) {
  return (
    <Suspense fallback={<Skeleton h={160} />}>
      <Webhook projectId={projectId} />
    </Suspense>
  );
}
