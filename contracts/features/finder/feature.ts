import { feature } from '../../core/feature.ts';
import * as api from './api.ts';

export const finder = feature({ api });
