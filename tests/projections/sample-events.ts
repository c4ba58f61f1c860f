import type { Event, DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { positionOf } from '@hzm/contracts/core/position';
import { nothingChanged } from '@hzm/contracts/core/request';
import * as account from '@hzm/contracts/features/accounts/events';
import * as administration from '@hzm/contracts/features/administration/events';
import * as attachment from '@hzm/contracts/features/attachments/events';
import * as backups from '@hzm/contracts/features/backups/events';
import * as cellFile from '@hzm/contracts/features/cell-files/events';
import * as cors from '@hzm/contracts/features/cors/events';
import { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import * as endpoint from '@hzm/contracts/features/custom-endpoints/events';
import * as request from '@hzm/contracts/features/endpoint-requests/events';
import { RequestForm } from '@hzm/contracts/features/endpoint-requests/request';
import * as erasure from '@hzm/contracts/features/erasure/events';
import * as key from '@hzm/contracts/features/keys/events';
import * as looks from '@hzm/contracts/features/looks/events';
import * as master from '@hzm/contracts/features/master/events';
import * as members from '@hzm/contracts/features/members/events';
import * as notification from '@hzm/contracts/features/notifications/events';
import { emailChangeRequested } from '@hzm/contracts/features/own-account/events';
import * as portable from '@hzm/contracts/features/portable/events';
import { noCounts, noNotes } from '@hzm/contracts/features/portable/portable';
import * as pricing from '@hzm/contracts/features/pricing/events';
import * as project from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import { thingRead } from '@hzm/contracts/features/read-marks/events';
import * as rowFiles from '@hzm/contracts/features/row-files/events';
import * as row from '@hzm/contracts/features/rows/events';
import * as savedView from '@hzm/contracts/features/saved-views/events';
import * as status from '@hzm/contracts/features/status/events';
import * as table from '@hzm/contracts/features/tables/events';
import * as thread from '@hzm/contracts/features/threads/events';
import * as transfer from '@hzm/contracts/features/transfers/events';
import * as webhook from '@hzm/contracts/features/webhooks/events';
import * as widget from '@hzm/contracts/features/widgets/events';
import { WidgetSettings } from '@hzm/contracts/features/widgets/settings';

const [
  accountId,
  sessionId,
  otherSession,
  reusedSession,
  projectId,
  otherProject,
  tableId,
  otherTable,
  first,
  second,
  third,
  batchId,
  extraKey,
  otherKey,
  testProject,
] = Array.from({ length: 15 }, () => newId()) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const [guestId, otherGuest, invitationId, otherInvitation, openInvitation, handOverId] = Array.from(
  { length: 6 },
  () => newId(),
) as [string, string, string, string, string, string];
const [transferId, testTableId, broughtField] = Array.from({ length: 3 }, () => newId()) as [
  string,
  string,
  string,
];
const [importId, clearingId] = [newId(), newId()];
const [a, b, c, d] = Array.from({ length: 4 }, () => newId()) as [string, string, string, string];
const binnedRow = newId();
const field = {
  name: 'ad',
  type: 'string' as const,
  required: false,
  description: '',
  validation: {},
  isHidden: false,
};
const [widgetId, otherWidget] = [newId(), newId()];
const ofTable = { projectId, tableId };
export const transferred = [
  {
    testTableId,
    tableId: otherTable,
    name: 'Geçici',
    state: 'different' as const,
    changes: [
      { kind: 'field-added' as const, fieldId: broughtField, name: 'ad', after: field, place: 0 },
    ],
    rowsThatWouldNotFit: 0,
  },
];
export const transferredWidgets = [
  {
    testWidgetId: testTableId,
    widgetId: otherWidget,
    name: 'Stok grafiği',
    type: 'chart' as const,
    state: 'new' as const,
  },
];
const created = {
  ownerId: accountId,
  description: '',
  apiKey: 'hzm_k1',
  apiKeyPassword: 'p',
  keyType: 'project' as const,
  parentProjectId: null,
  tableCount: 0,
  widgetCount: 0,
};

const installation = 'pricing' as const;
const [planId, otherPlan, campaignId, otherCampaign, subscriptionId] = Array.from(
  { length: 5 },
  () => newId(),
) as [string, string, string, string, string];
const plan: pricing.StoredPlan = {
  name: 'Premium',
  planType: 'general',
  price: 9990,
  yearlyPrice: null,
  currency: 'TL',
  duration: 'monthly',
  maxProjects: 100,
  maxTables: 7,
  maxStorage: 1073741824,
  features: ['Her şey'],
  isActive: true,
  campaignId,
  setupFee: 0,
  trialDays: 0,
  availableFrom: null,
  availableUntil: null,
};
const campaign: pricing.StoredCampaign = {
  name: 'Bahar',
  description: 'İndirim',
  discountType: 'percentage',
  discountValue: 1550,
  freeTrialMonths: null,
  applicableDuration: 'both',
  monthlyDiscount: null,
  yearlyDiscount: { type: 'fixed', value: 10_000 },
  isActive: true,
  startDate: '2026-01-01T00:00:00.000Z',
  endDate: '2026-02-01T00:00:00.000Z',
  applicablePlans: [],
  autoChargeAfterTrial: false,
  conditions: { newUsersOnly: false, maxUsagePerUser: 1, minSubscriptionMonths: null },
};
const limits = {
  subscriptionType: 'premium' as const,
  maxProjects: 100,
  maxTables: 7,
  maxStorage: 1073741824,
};

const invited = {
  projectId,
  role: 'editor' as const,
  tokenHash: 'h',
  invitedBy: accountId,
  expiresAt: '2026-01-08T00:00:00.000Z',
};

const [requestId, otherRequest] = Array.from({ length: 2 }, () => newId()) as [string, string];
const ofRequest = { projectId, requestId, name: 'Stok özeti' };
const form = RequestForm.parse({
  endpoint_name: 'Stok özeti',
  description: 'Depolara göre stok toplamı',
  priority: 'high',
});
const standing = {
  status: 'approved' as const,
  adminNotes: 'olur',
  rejectionReason: null,
  reviewedAt: '2026-01-01T00:00:00.000Z',
  implementedAt: null,
};

const [threadId, messageId, replyId, removedId] = Array.from({ length: 4 }, () => newId()) as [
  string,
  string,
  string,
  string,
];
const ofThread = { projectId, threadId, name: 'Stok hatası' };
const ofReply = { ...ofThread, messageId: replyId };
const unsentFile = newId();
const ofCellFile = { ...ofTable, rowId: a, fieldId: first, fileId: newId() };
const ofFile = { projectId, threadId, attachmentId: newId(), name: 'stok.png' };
const sender = { type: 'user' as const, id: accountId };
const said = {
  content: `@[Ada](user:${accountId}) çay yok`,
  attachments: [{ id: null, name: 'stok.csv' }],
  mentions: [{ kind: 'user' as const, id: accountId }],
};
const [endpointId, otherEndpoint] = [newId(), newId()];
const ofEndpoint = { projectId, endpointId, name: 'Ürünler' };
const ofWidget = { projectId, widgetId };
const [viewId, otherView, viewField] = [newId(), newId(), newId()];
const savedSettings = {
  filters: { [viewField]: 'çay', created_at: { gt: '2026-01-01T00:00:00.000Z' } },
  sort: [{ field: viewField, order: 'desc' as const }],
  columns: { order: [viewField], widths: { [viewField]: 120 }, hidden: [] },
};
const ofView = { projectId, tableId, viewId, ownerId: null, name: 'Çaylar' };
const [linkId, otherLink] = [newId(), newId()];
const ofLink = { ...ofWidget, linkId, name: 'Stok' };
const linkToken = {
  ownerId: accountId,
  tokenId: linkId,
  expiresAt: '2026-02-01T00:00:00.000Z',
};
const chart = {
  name: 'Stok grafiği',
  type: 'chart' as const,
  description: 'Depolara göre',
  settings: WidgetSettings.parse({
    type: 'chart',
    tableId,
    group: { field: newId(), name: 'depo' },
    value: { compute: 'count', name: 'adet' },
  }),
};
const definition = EndpointDefinition.parse({
  method: 'GET',
  path: 'urunler/:ad',
  parameters: [{ name: 'ad', in: 'path' }],
  action: {
    kind: 'rows',
    tableId,
    fields: [
      { field: 'id', name: 'id' },
      { field: first, name: 'ad' },
    ],
    filters: [{ field: first, op: 'eq', value: { parameter: 'ad' } }],
  },
});

export const ids = {
  requestId,
  transferId,
  testProject,
  guestId,
  openInvitation,
  accountId,
  sessionId,
  otherSession,
  reusedSession,
  projectId,
  otherProject,
  tableId,
  otherTable,
  first,
  second,
  third,
  extraKey,
  a,
  b,
  c,
  d,
};

/**
 * One account with two projects, a table that stays and one that goes, rows added, changed and
 * removed alone and by the batch. Every type of event but the end.
 */
export const sampleEvents: readonly DomainEvent[] = [
  account.emailReserved({ accountId }),
  account.adminClaimed({ accountId }),
  account.accountRegistered({
    accountId,
    name: 'Ayşe',
    email: 'ayse@example.com',
    passwordHash: 'h',
    isAdmin: true,
    subscriptionType: 'enterprise',
    maxProjects: -1,
    maxTables: -1,
    maxStorage: -1,
  }),
  account.sessionOpened({ accountId, sessionId, device: 'Firefox' }),
  account.sessionRenewed({ accountId, sessionId, generation: 1 }),
  account.sessionOpened({ accountId, sessionId: otherSession }),
  account.sessionClosed({ accountId, sessionId: otherSession }),
  account.sessionReused({
    accountId,
    sessionId: reusedSession,
    device: 'Firefox',
    openedAt: '2026-01-01T00:00:00.000Z',
  }),
  account.passwordResetRequested({
    accountId,
    tokenHash: 'h',
    expiresAt: '2026-01-01T01:00:00.000Z',
    byMail: true,
  }),
  account.passwordChanged({ accountId, passwordHash: 'h3', keptSessionId: sessionId }),
  administration.adminAppointed({ accountId: guestId }),
  administration.adminDismissed({ accountId: guestId }),
  administration.accountDisabled({ accountId }),
  administration.accountEnabled({ accountId }),
  administration.accountDescribed({ accountId, name: 'Ayşe Ak', email: 'ak@example.com' }),
  administration.accountPlanChanged({
    accountId,
    subscriptionType: 'premium',
    maxProjects: 100,
    maxTables: 7,
    maxStorage: 1073741824,
  }),
  pricing.campaignAdded({ installation, campaignId, campaign }),
  pricing.campaignAdded({
    installation,
    campaignId: otherCampaign,
    campaign: { ...campaign, name: 'Yaz' },
  }),
  pricing.planAdded({ installation, planId, plan }),
  pricing.planAdded({
    installation,
    planId: otherPlan,
    plan: { ...plan, name: 'Özel', planType: 'custom', campaignId: null },
  }),
  pricing.planChanged({ installation, planId, plan: { ...plan, price: 10_000 } }),
  pricing.campaignChanged({ installation, campaignId, campaign: { ...campaign, isActive: false } }),
  pricing.campaignRemoved({ installation, campaignId, planIds: [planId] }),
  pricing.planRemoved({ installation, planId: otherPlan }),
  pricing.accountSubscribed({
    accountId,
    subscriptionId,
    planId,
    planName: 'Premium',
    planType: 'general',
    cycle: 'monthly',
    currency: 'TL',
    price: 8442,
    setupFee: 0,
    ...limits,
    campaignId,
    campaignName: 'Bahar',
    since: '2026-01-01T00:00:00.000Z',
    until: '2026-02-01T00:00:00.000Z',
    isRenewal: false,
  }),
  pricing.accountUnsubscribed({
    accountId,
    subscriptionId,
    planName: 'Premium',
    reason: 'asked',
    ...limits,
  }),
  administration.accountRetired({ accountId: guestId }),
  portable.importPrepared({
    accountId,
    importId,
    size: 20,
    digest: 'd',
    found: { projects: 1, tables: 1, fields: 2, rows: 3, endpoints: 1, widgets: 1 },
    refused: { total: 1, first: [{ place: 'projects[1]', name: '', reason: 'project-name' }] },
    changed: noNotes,
  }),
  portable.importStarted({ accountId, importId }),
  portable.importAdvanced({
    accountId,
    importId,
    project: 0,
    row: 2,
    added: { ...noCounts, projects: 1, rows: 2 },
    refused: noNotes,
    changed: noNotes,
  }),
  portable.importEnded({ accountId, importId, outcome: 'done' }),
  portable.clearingBegun({ accountId, clearingId, sessionId }),
  portable.clearingEnded({ accountId, clearingId, outcome: 'done' }),
  project.projectCreated({ ...created, projectId, name: 'Stok' }),
  project.projectCreated({ ...created, projectId: otherProject, name: 'Eski', apiKey: 'hzm_k2' }),
  table.tableCreated({ projectId: testProject, tableId: newId(), name: 'Ürün' }),
  project.projectCreated({
    ...created,
    projectId: testProject,
    name: 'Stok - Test',
    apiKey: 'hzm_test_k7',
    parentProjectId: projectId,
    tableCount: 1,
  }),
  project.testEnvironmentCreated({ projectId, testEnvironmentId: testProject }),
  project.projectDeleted({
    projectId: testProject,
    ownerId: accountId,
    tableIds: [],
    memberIds: [],
    leaves: 4,
  }),
  project.testEnvironmentDeleted({ projectId, testEnvironmentId: testProject }),
  project.projectBinned({
    projectId,
    ownerId: accountId,
    memberIds: [guestId],
    until: '2026-01-31T00:00:00.000Z',
  }),
  project.projectRestored({ projectId, ownerId: accountId, name: 'Stok' }),
  project.projectDescribed({ projectId, name: 'Stoklar', description: 'depo' }),
  project.projectSettingsChanged({
    projectId,
    settings: { ...defaultSettings, requireAuth: false },
    isPublic: true,
  }),
  project.apiKeyPasswordChanged({ projectId, apiKeyPassword: 'q' }),
  key.apiKeyAdded({
    projectId,
    keyId: extraKey,
    name: 'Mobil',
    permissions: ['read'],
    scope: 'project',
    expiresAt: null,
    rateLimit: 1000,
    isActive: true,
    apiKey: 'hzm_k3',
  }),
  key.apiKeyAdded({
    projectId,
    keyId: otherKey,
    name: 'Eski',
    permissions: ['read'],
    scope: 'project',
    expiresAt: null,
    rateLimit: 1000,
    isActive: true,
    apiKey: 'hzm_k4',
  }),
  key.apiKeyChanged({
    projectId,
    keyId: extraKey,
    name: 'Mobil',
    permissions: ['read', 'write'],
    expiresAt: '2027-01-01T00:00:00.000Z',
    rateLimit: 60,
    isActive: false,
  }),
  key.apiKeyRegenerated({
    projectId,
    keyId: extraKey,
    name: 'Mobil',
    apiKey: 'hzm_k5',
    former: { apiKey: 'hzm_k3', until: '2027-01-01T00:00:00.000Z' },
  }),
  key.formerApiKeyEnded({ projectId, keyId: extraKey, name: 'Mobil' }),
  key.apiKeyRegenerated({
    projectId,
    keyId: projectId,
    name: 'main',
    apiKey: 'hzm_k6',
    former: { apiKey: 'hzm_k', until: '2027-01-01T00:00:00.000Z' },
  }),
  key.apiKeysSuspended({ projectId, ownerId: accountId, keyIds: [otherKey], names: ['Eski'] }),
  key.apiKeyRemoved({ projectId, keyId: otherKey, name: 'Eski' }),
  project.protectionEnabled({ projectId, passwordHash: 'h2' }),
  project.protectionDisabled({ projectId, lifted: 'account' }),
  cors.corsChanged({ projectId, cors: { allowedDomains: ['example.com'], platformPatterns: [] } }),
  members.memberInvited({ ...invited, invitationId, email: 'can@example.com' }),
  members.memberJoined({
    projectId,
    invitationId,
    userId: guestId,
    role: 'editor',
    invitedBy: accountId,
  }),
  members.memberRoleChanged({ projectId, userId: guestId, role: 'auditor' }),
  members.memberInvited({ ...invited, invitationId: otherInvitation, email: 'deniz@example.com' }),
  members.invitationWithdrawn({
    projectId,
    invitationId: otherInvitation,
    email: 'deniz@example.com',
  }),
  members.invitationDeclined({
    projectId,
    invitationId: otherInvitation,
    role: 'viewer',
    invitedBy: accountId,
  }),
  members.memberInvited({ ...invited, invitationId: openInvitation, email: 'ece@example.com' }),
  members.memberJoined({
    projectId: otherProject,
    invitationId: otherInvitation,
    userId: otherGuest,
    role: 'viewer',
    invitedBy: accountId,
  }),
  members.memberRemoved({ projectId: otherProject, userId: otherGuest }),
  members.memberJoined({
    projectId: otherProject,
    invitationId,
    userId: guestId,
    role: 'viewer',
    invitedBy: accountId,
  }),
  members.projectOffered({ projectId: otherProject, handOverId, ownerId: guestId }),
  members.projectReceived({
    projectId: otherProject,
    handOverId,
    ownerId: guestId,
    name: 'Eski',
    description: '',
  }),
  members.projectHandedOver({
    projectId: otherProject,
    handOverId,
    fromId: accountId,
    ownerId: guestId,
  }),
  members.projectReleased({ projectId: otherProject, handOverId }),
  members.offerEnded({ projectId, handOverId }),
  members.handOverAbandoned({ projectId, handOverId }),
  table.tableCreated({ ...ofTable, name: 'Ürün' }),
  table.tableCreated({ projectId, tableId: otherTable, name: 'Geçici' }),
  table.tableRenamed({ ...ofTable, name: 'Ürünler' }),
  table.fieldAdded({ ...ofTable, fieldId: first, field }),
  table.fieldAdded({
    ...ofTable,
    fieldId: second,
    field: { ...field, name: 'fiyat', type: 'number' },
  }),
  table.fieldAdded({ ...ofTable, fieldId: third, field: { ...field, name: 'not' } }),
  table.fieldChanged({
    ...ofTable,
    fieldId: second,
    field: { ...field, name: 'tutar', type: 'number' },
  }),
  table.fieldMoved({ ...ofTable, fieldId: second, order: [second, first, third] }),
  table.fieldRemoved({ ...ofTable, fieldId: third }),
  transfer.tablesTransferred({
    projectId,
    transferId,
    testProjectId: testProject,
    events: 1,
    tables: transferred,
  }),
  table.relationshipAdded({
    ...ofTable,
    fieldId: second,
    relationship: {
      id: broughtField,
      targetTableId: otherTable,
      targetFieldId: broughtField,
      relationshipType: 'one-to-many',
      cascadeDelete: false,
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  }),
  table.relationshipRemoved({ ...ofTable, fieldId: second, relationshipId: broughtField }),
  table.fieldAdded({ projectId, tableId: otherTable, fieldId: broughtField, field }),
  transfer.transferUndone({
    projectId,
    transferId,
    events: 1,
    tables: [{ tableId: otherTable, name: 'Geçici' }],
  }),
  table.fieldRemoved({ projectId, tableId: otherTable, fieldId: broughtField }),
  row.rowAdded({ ...ofTable, rowId: a, values: { [first]: 'Çay', [second]: 10 } }),
  row.rowAdded({ ...ofTable, rowId: b, values: { [first]: 'Şeker' } }),
  row.rowAdded({ projectId, tableId: otherTable, rowId: d, values: {} }),
  row.rowChanged({ ...ofTable, rowId: a, values: { [second]: 12 }, before: { [second]: 10 } }),
  row.rowRemoved({ ...ofTable, rowId: b, before: { [first]: 'Şeker' } }),
  row.rowsAdded({
    ...ofTable,
    rows: [
      {
        id: c,
        values: { [first]: 'Un' },
        createdAt: '2025-01-01T00:00:00.000Z',
        updatedAt: '2025-06-01T00:00:00.000Z',
      },
      { id: b, values: { [first]: 'Geri' } },
    ],
  }),
  row.rowHeld({ batchId, attempt: -1 }),
  row.batchAbandoned({ batchId }),
  row.batchAbandoned({ batchId, projectId, held: 2 }),
  row.rowsChanged({
    ...ofTable,
    rows: [
      { id: a, revision: 2, values: { [first]: 'Ihlamur' }, before: { [first]: 'Çay' } },
      { id: c, revision: 0, values: { [first]: null }, before: { [first]: 'Un' } },
    ],
  }),
  row.rowRestored({
    ...ofTable,
    rowId: b,
    values: { [first]: 'Yine' },
    version: 6,
    createdAt: '2026-01-01T00:00:23.000Z',
  }),
  row.rowsRemoved({ ...ofTable, rows: [{ id: b, before: { [first]: 'Geri' } }] }),
  rowFiles.rowImportPrepared({
    projectId,
    importId,
    by: accountId,
    payer: accountId,
    name: 'ürünler.csv',
    size: 10,
    digest: 'd',
  }),
  rowFiles.rowImportStarted({
    projectId,
    importId,
    tableId,
    name: 'ürünler.csv',
    source: { format: 'csv', encoding: 'utf-8', delimiter: 'comma', header: true, sheet: 0 },
    mapping: [],
  }),
  rowFiles.rowImportAdvanced({
    projectId,
    importId,
    read: 2,
    added: 1,
    refused: 1,
    reasons: [{ key: 'value-required', values: {}, field: 'ad', count: 1 }],
  }),
  rowFiles.rowImportEnded({
    projectId,
    importId,
    tableId,
    name: 'ürünler.csv',
    outcome: 'done',
    count: 1,
    refused: 1,
  }),
  rowFiles.rowImportUndoStarted({
    projectId,
    importId,
    tableId,
    name: 'ürünler.csv',
  }),
  rowFiles.rowImportUndoAdvanced({
    projectId,
    importId,
    read: 2,
    removed: 1,
    changed: 0,
  }),
  rowFiles.rowImportUndone({
    projectId,
    importId,
    tableId,
    name: 'ürünler.csv',
    count: 1,
    changed: 0,
  }),
  row.rowsRestored({
    ...ofTable,
    rows: [
      {
        id: b,
        revision: 4,
        values: { [first]: 'Geri' },
        version: 8,
        createdAt: '2026-01-01T00:00:23.000Z',
        createdBy: accountId,
      },
    ],
  }),
  table.fieldChanged({
    ...ofTable,
    fieldId: second,
    field: { ...field, name: 'tutar', type: 'string' },
    reading: { language: 'tr', timeZone: 'UTC', currency: 'TRY', unit: 'kg' },
  }),
  table.valuesConverted({
    ...ofTable,
    fieldId: second,
    change: positionOf(1),
    rowIds: [a, b, c],
    isLast: false,
  }),
  table.fieldAdded({ projectId, tableId: otherTable, fieldId: broughtField, field }),
  table.numbersTaken({
    ...ofTable,
    fieldId: third,
    counter: { next: 4, kept: { next: 1, end: 2 }, pages: 0 },
  }),
  table.valuesNumbered({
    ...ofTable,
    fieldId: third,
    counter: { next: 4, kept: { next: 2, end: 2 }, pages: 1 },
    rows: [{ id: a, number: 1 }],
  }),
  table.fieldRemoved({ projectId, tableId: otherTable, fieldId: broughtField, field }),
  table.fieldRestored({ projectId, tableId: otherTable, fieldId: broughtField, field }),
  table.fieldRemoved({ projectId, tableId: otherTable, fieldId: broughtField, field }),
  table.fieldErased({ projectId, tableId: otherTable, fieldId: broughtField }),
  table.tableDeleted({
    projectId,
    tableId: otherTable,
    kept: { name: 'Geçici', fields: 0, until: '2026-02-01T00:00:00.000Z' },
  }),
  table.tableRestored({
    projectId,
    tableId: otherTable,
    name: 'Geçici',
    createdAt: '2026-01-01T00:00:00.000Z',
    made: 1,
    fields: [],
    order: [],
  }),
  // Erased already, so that nothing is left to drop.
  table.tableErased({ projectId, tableId: newId() }),
  row.rowAdded({ ...ofTable, rowId: binnedRow, values: {} }),
  row.rowRemoved({ ...ofTable, rowId: binnedRow, before: {} }),
  table.tableDeleted({ projectId, tableId: otherTable }),
  master.masterCredentialsCreated({
    installation: 'master',
    email: 'm@example.com',
    apiKey: 'hzm_master_1',
    password: 'p',
    creationHash: 'h',
  }),
  master.masterKeyRefreshed({ installation: 'master', apiKey: 'hzm_master_2' }),
  master.masterPasswordRefreshed({ installation: 'master', password: 'q' }),
  master.masterCredentialsRenewed({
    installation: 'master',
    apiKey: 'hzm_master_3',
    password: 'r',
    told: [accountId],
  }),
  erasure.addressErased({ accountId: otherGuest, address: 'email-0' }),
  looks.lookBegun({
    accountId,
    lookId: handOverId,
    lookerId: guestId,
    lookerSession: otherSession,
    expiresAt: '2026-01-01T00:30:00.000Z',
  }),
  looks.lookEnded({ accountId, lookId: handOverId }),
  request.endpointRequestAdded({ ...ofRequest, form, ownerId: accountId }),
  request.endpointRequestChanged({
    ...ofRequest,
    name: 'Stok toplamı',
    form: { ...form, endpoint_name: 'Stok toplamı', priority: 'critical' },
  }),
  request.endpointRequestMoved({ ...ofRequest, from: 'pending', to: 'approved', note: 'olur' }),
  request.endpointRequestMoved({ ...ofRequest, from: 'approved', to: 'testing', note: '' }),
  request.endpointRequestStepUndone({ ...ofRequest, from: 'testing', standing }),
  request.endpointRequestRejected({ ...ofRequest, from: 'approved', reason: 'gerek kalmadı' }),
  request.endpointRequestAdded({ ...ofRequest, requestId: otherRequest, form, ownerId: null }),
  request.endpointRequestWithdrawn({ ...ofRequest, requestId: otherRequest }),
  request.endpointRequestRestored({ ...ofRequest, requestId: otherRequest, ownerId: accountId }),
  thread.threadOpened({
    ...ofThread,
    messageId,
    category: 'bug',
    priority: 'high',
    tags: ['stok'],
    row: { table_id: tableId, row_id: a },
    sender,
    ...said,
  }),
  attachment.attachmentAdded({
    ...ofFile,
    uploaderId: extraKey,
    size: 3,
    kind: 'image/png',
    address: 'ab',
    picture: { width: 4, height: 2, thumbnail: 'cd' },
  }),
  attachment.attachmentAdded({
    ...ofFile,
    attachmentId: unsentFile,
    uploaderId: accountId,
    size: 3,
    kind: 'text/plain',
    address: 'ef',
    picture: null,
  }),
  attachment.attachmentRemoved({ ...ofFile, attachmentId: unsentFile }),
  cellFile.cellFileAdded({
    ...ofCellFile,
    name: 'fatura.pdf',
    uploaderId: extraKey,
    size: 3,
    kind: 'application/pdf',
    address: 'gh',
    picture: null,
  }),
  cellFile.cellFileReleased(ofCellFile),
  cellFile.cellFileRetained(ofCellFile),
  cellFile.cellFileReleased(ofCellFile),
  cellFile.cellFileRemoved({ ...ofCellFile, name: 'fatura.pdf', uploaderId: extraKey }),
  attachment.fileNamesErased({ projectId, personId: extraKey }),
  thread.messageWritten({
    ...ofReply,
    sender: { type: 'ai', id: extraKey },
    ...said,
    attachments: [
      {
        id: ofFile.attachmentId,
        name: 'stok.png',
        file: { size: 3, kind: 'image/png', picture: { width: 4, height: 2 } },
      },
    ],
    replyTo: messageId,
    repliedTo: sender,
    status: 'replied',
  }),
  thread.messageWritten({
    ...ofThread,
    messageId: removedId,
    sender,
    ...said,
    replyTo: null,
    repliedTo: null,
    status: 'waiting_reply',
  }),
  thread.reactionAdded({ ...ofReply, sender, emoji: '🎉' }),
  thread.reactionAdded({ ...ofReply, sender: { type: 'ai', id: extraKey }, emoji: '🎉' }),
  thread.reactionRemoved({ ...ofReply, sender, emoji: '🎉' }),
  thread.messageChanged({
    ...ofReply,
    ...said,
    content: 'çay geldi',
    mentions: [],
    freed: [ofFile.attachmentId],
  }),
  thread.messageRemoved({ ...ofThread, messageId: removedId }),
  thread.threadRenamed({ ...ofThread, name: 'Stok', previously: 'Stok hatası' }),
  thread.threadChanged({ ...ofThread, name: 'Stok', priority: 'low', tags: ['stok', 'depo'] }),
  thread.threadTitleErased({
    ...ofThread,
    name: '',
    titles: [{ id: newId(), from: positionOf(1), until: null, next: null }],
  }),
  thread.threadMoved({ ...ofThread, name: 'Stok', from: 'waiting_reply', to: 'closed' }),
  thread.threadStarred({ accountId, threadId, scope: `threads:${projectId}` }),
  thread.threadUnstarred({ accountId, threadId, scope: `threads:${projectId}` }),
  thread.threadStarred({ accountId, threadId, scope: `threads:${projectId}` }),
  endpoint.customEndpointAdded({ ...ofEndpoint, requestId, definition }),
  endpoint.customEndpointPublished({
    ...ofEndpoint,
    version: 1,
    definition,
    from: null,
    until: null,
  }),
  endpoint.customEndpointChanged({
    ...ofEndpoint,
    name: 'Mallar',
    definition: { ...definition, path: 'mallar' },
  }),
  endpoint.customEndpointPublished({
    ...ofEndpoint,
    name: 'Mallar',
    version: 2,
    definition: { ...definition, path: 'mallar' },
    from: 1,
    until: '2026-02-01T00:00:00.000Z',
  }),
  endpoint.customEndpointRolledBack({
    ...ofEndpoint,
    name: 'Mallar',
    version: 1,
    from: 2,
    until: '2026-02-01T00:00:00.000Z',
  }),
  endpoint.customEndpointSwitchedOff({ ...ofEndpoint, name: 'Mallar' }),
  endpoint.customEndpointSwitchedOn({ ...ofEndpoint, name: 'Mallar' }),
  endpoint.customEndpointAdded({
    ...ofEndpoint,
    endpointId: otherEndpoint,
    requestId: null,
    definition,
  }),
  endpoint.customEndpointRemoved({ ...ofEndpoint, endpointId: otherEndpoint }),
  savedView.savedViewAdded({ ...ofView, settings: savedSettings }),
  savedView.savedViewChanged({ ...ofView, name: 'Kahveler', settings: savedSettings }),
  savedView.savedViewAdded({
    ...ofView,
    viewId: otherView,
    ownerId: accountId,
    settings: savedSettings,
  }),
  savedView.savedViewRemoved({ ...ofView, viewId: otherView, ownerId: accountId }),
  widget.widgetAdded({ ...ofWidget, ...chart }),
  widget.widgetChanged({ ...ofWidget, ...chart, name: 'Stok', settings: null }),
  transfer.widgetsTransferred({
    projectId,
    transferId,
    testProjectId: testProject,
    isAlone: false,
    events: 1,
    widgets: transferredWidgets,
  }),
  widget.widgetAdded({ ...ofWidget, widgetId: otherWidget, ...chart }),
  transfer.widgetsTransferUndone({
    projectId,
    transferId,
    isAlone: false,
    events: 1,
    widgets: [{ widgetId: otherWidget, name: chart.name }],
  }),
  widget.widgetRemoved({ ...ofWidget, widgetId: otherWidget, name: chart.name }),
  widget.personalLinkAdded({ ...ofLink, tableId, rowId: a, ...linkToken }),
  widget.personalLinkChanged({ ...ofLink, ...linkToken, expiresAt: '2026-03-01T00:00:00.000Z' }),
  widget.personalLinkAdded({ ...ofLink, linkId: newId(), tableId, rowId: b, ...linkToken }),
  widget.personalLinkAdded({ ...ofLink, linkId: otherLink, tableId, rowId: b, ...linkToken }),
  widget.personalLinkRemoved({ ...ofLink, linkId: otherLink }),
  webhook.webhookChoicesChanged({
    projectId,
    choices: { kinds: ['row-added'], tableIds: [tableId] },
  }),
  webhook.webhookSecretRenewed({ projectId, secret: 'whsec_a', former: null }),
  webhook.webhookSecretRenewed({
    projectId,
    secret: 'whsec_b',
    former: { secret: 'whsec_a', until: '2026-03-01T00:00:00.000Z' },
  }),
  webhook.webhookSecretRenewed({ projectId, secret: 'whsec_c', former: null, ownerId: accountId }),
  webhook.webhookSuspended({ projectId, ownerId: accountId }),
  webhook.webhookSecretEnded({ projectId }),
  webhook.webhookPaused({ projectId, reason: 'failing', position: positionOf(1) }),
  webhook.webhookResumed({ projectId }),
  webhook.webhookSentAgain({ projectId, after: positionOf(1) }),
  thingRead({
    accountId,
    topic: `request:${requestId}`,
    scope: `requests:${projectId}`,
    upTo: positionOf(1),
  }),
  notification.notificationSettingsChanged({
    accountId,
    silent: [{ kind: 'mention', since: '2026-01-01T00:00:00.000Z' }],
    mailOff: ['reply'],
    mail: 'soon',
    mailSince: '2026-01-01T00:00:00.000Z',
    digestAt: '08:00',
    quiet: { from: '22:00', to: '07:00' },
    timeZone: 'Europe/Istanbul',
    language: 'tr',
  }),
  notification.notificationsMailed({ accountId, upTo: positionOf(2), ofDay: 1, failures: 0 }),
  notification.notificationMailFailed({ accountId, upTo: positionOf(1), ofDay: 1, failures: 1 }),
  status.viewRetryAsked({ view: 'rows' }),
  status.viewRebuildAsked({ view: 'rows' }),
  backups.backupAsked({ job: 'backup' }),
  emailChangeRequested({
    accountId,
    email: 'ay@example.com',
    tokenHash: 'h',
    expiresAt: '2026-01-02T00:00:00.000Z',
  }),
  account.emailProven({ accountId, email: 'ay@example.com' }),
  nothingChanged({ accountId, revision: 0 }),
  project.projectDeleted({
    projectId: otherProject,
    ownerId: guestId,
    tableIds: [],
    memberIds: [],
    leaves: 2,
  }),
];

/** The end of that account and its project. */
export const end: readonly DomainEvent[] = [
  project.projectDeleted({
    projectId,
    ownerId: accountId,
    tableIds: [tableId],
    memberIds: [guestId],
    leaves: 9,
  }),
  account.accountDeleted({ accountId }),
  account.emailReleased({ accountId }),
];

/** Facts as the log tells them; `from`: how many events stand before. */
export const told = (facts: readonly DomainEvent[], from = 0): Event[] =>
  facts.map(({ type, data }, i) => ({
    id: newId(),
    type,
    data: data,
    stream: 's',
    revision: from + i,
    position: positionOf(from + i + 1),
    erased: false,
    bytes: 100,
    meta: {
      at: new Date(Date.UTC(2026, 0, 1) + (from + i) * 1000).toISOString(),
      actor: accountId,
      request: `r${from + i}`,
      mac: 'm',
    },
  }));
