/** Days that a deleted table stays in the bin. */
export const BIN_DAYS = 30;
/** Maximum deleted tables of a project, and deleted fields of a table, that are kept. */
export const MAX_BINNED_TABLES = 100;
export const MAX_BINNED_FIELDS = 200;
