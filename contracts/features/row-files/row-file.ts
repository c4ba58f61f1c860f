import * as z from 'zod';
import { DATE_ORDERS } from '../../core/written-dates.ts';

export const ROW_FILE_FORMATS = ['csv', 'json', 'ndjson', 'xlsx'] as const;
export const RowFileFormat = z.enum(ROW_FILE_FORMATS);
export type RowFileFormat = z.output<typeof RowFileFormat>;

/** The characters between the cells of CSV. */
export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
export const Delimiter = z.enum(Object.keys(delimiters) as [keyof typeof delimiters]);
export type Delimiter = z.output<typeof Delimiter>;

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1254'] as const;
export const Encoding = z.enum(ENCODINGS);
export type Encoding = z.output<typeof Encoding>;

export const DateOrder = z.enum(DATE_ORDERS);
