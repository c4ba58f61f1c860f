import * as api from '@hzm/contracts/features/storage/api';
import { handle } from '@hzm/services/core/engine';
import { projectDoc } from '../../access/project.ts';
import { presentUsage } from './usage.ts';

export const handlers = [
  handle(api.getUsage, async ({ engine, caller }, { params: { projectId } }) => ({
    data: { usage: await presentUsage(engine, caller, await projectDoc(engine, projectId)) },
  })),
];
