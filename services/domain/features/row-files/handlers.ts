import * as api from '@hzm/contracts/features/row-files/api';
import { handleFile } from '@hzm/services/core/engine';
import { exported } from './export.ts';

export const handlers = [handleFile(api.exportRows, exported)];
