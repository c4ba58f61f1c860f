import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import {
  endpointRequestAdded,
  endpointRequestChanged,
  endpointRequestMoved,
  endpointRequestRejected,
  endpointRequestRestored,
  endpointRequestStepUndone,
  endpointRequestWithdrawn,
} from '@hzm/contracts/features/endpoint-requests/events';
import {
  advanced,
  isStep,
  MAX_KEPT_REQUESTS,
  MAX_REQUESTS,
  RequestForm,
  RequestStatus,
  UNDO_SECONDS,
} from '@hzm/contracts/features/endpoint-requests/request';
import {
  endpointRequestDocs,
  endpointRequests,
} from '@hzm/projections/features/endpoint-requests/endpoint-requests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../core/commands/decider.ts';
import { given } from '../../testing/given.ts';
import {
  addRequest,
  changeRequest,
  endpointRequest,
  moveRequest,
  restoreRequest,
  undoStep,
  withdrawRequest,
  type Deciding,
  type RequestCount,
  type RequestState,
} from './endpoint-request.ts';

const form = RequestForm.parse({
  endpoint_name: 'Stok özeti',
  description: 'Depolara göre stok toplamı',
});
const of = { projectId: 'p', requestId: 'r', ownerId: 'owner' };
const facts = { projectId: 'p', requestId: 'r', name: form.endpoint_name };
/** `given` says that somebody did it. */
const own: Deciding = { requestId: 'r', actor: 'somebody', expected: undefined };
const other: Deciding = { ...own, actor: 'somebody else' };
const added = endpointRequestAdded({ ...facts, form, ownerId: 'owner' });
const moved = (from: RequestStatus, to: RequestStatus, note = '') =>
  endpointRequestMoved({ ...facts, from, to, note });
const few: RequestCount = { listed: 0, kept: 0 };
const THEN = new Date('2026-01-01T00:00:00.000Z');

describe('a request', () => {
  it('is made with the defaults of its form, once, and not beyond the bound of its project', () => {
    expect(form).toMatchObject({
      http_method: 'GET',
      priority: 'medium',
      response_format: 'JSON',
      auth_required: true,
      rate_limit_needs: 'default',
    });
    given(endpointRequest)
      .when(addRequest(of, form, few))
      .leadsTo(added);
    given(endpointRequest)
      .when(addRequest(of, form, { listed: MAX_REQUESTS, kept: MAX_REQUESTS }))
      .refused('CONFLICT');
    // Withdrawn requests leave the lists, and only a limited number is kept.
    given(endpointRequest)
      .when(addRequest(of, form, { listed: MAX_REQUESTS - 1, kept: MAX_REQUESTS * 2 }))
      .leadsTo(added);
    given(endpointRequest)
      .when(addRequest(of, form, { listed: 0, kept: MAX_KEPT_REQUESTS }))
      .refused('CONFLICT');
  });

  it('is changed by who made it, while it is pending', () => {
    const changed = { ...form, priority: 'high' as const };
    given(endpointRequest, added)
      .when(changeRequest(own, changed))
      .leadsTo(endpointRequestChanged({ ...facts, form: changed }));
    given(endpointRequest, added).when(changeRequest(own, form)).leadsTo();
    given(endpointRequest, added).when(changeRequest(other, changed)).refused('FORBIDDEN');
    given(endpointRequest, added, moved('pending', 'reviewing'))
      .when(changeRequest(own, changed))
      .refused('INVALID_TRANSITION');
    given(endpointRequest).when(changeRequest(own, changed)).refused('NOT_FOUND');
  });

  it('is withdrawn and brought back by who made it', () => {
    const withdrawn = endpointRequestWithdrawn(facts);
    given(endpointRequest, added).when(withdrawRequest(own)).leadsTo(withdrawn);
    given(endpointRequest, added).when(withdrawRequest(other)).refused('FORBIDDEN');
    given(endpointRequest, added, moved('pending', 'approved'))
      .when(withdrawRequest(own))
      .refused('INVALID_TRANSITION');
    given(endpointRequest, added, withdrawn)
      .when(restoreRequest(own, 'owner', few))
      .leadsTo(endpointRequestRestored({ ...facts, ownerId: 'owner' }));
    given(endpointRequest, added, withdrawn)
      .when(restoreRequest(own, 'owner', { listed: MAX_REQUESTS, kept: MAX_REQUESTS + 1 }))
      .refused('CONFLICT');
    given(endpointRequest, added, withdrawn)
      .when(moveRequest(other, 'approved', ''))
      .refused('INVALID_TRANSITION');
  });
});

describe('a step', () => {
  it.each(
    RequestStatus.options.flatMap(from => RequestStatus.options.map(to => [from, to] as const)),
  )('%s to %s is taken only where the order has it', (from, to) => {
    const { decision } = given(endpointRequest, added, moved('pending', from)).when(
      moveRequest(other, to, 'çünkü'),
    );
    const taken =
      to === 'rejected'
        ? endpointRequestRejected({ ...facts, from, reason: 'çünkü' })
        : moved(from, to, 'çünkü');
    expect(decision instanceof Problem ? decision.code : decision).toEqual(
      isStep(from, to) ? [taken] : 'INVALID_TRANSITION',
    );
  });

  it('of rejection says why, and the final ones can not be rejected', () => {
    given(endpointRequest, added)
      .when(moveRequest(other, 'rejected', ''))
      .refused('VALIDATION_ERROR');
    for (const from of ['completed', 'implemented', 'rejected', 'withdrawn'] as const)
      expect(isStep(from, 'rejected')).toBe(false);
  });

  it('is not taken on a request that is no longer what was seen', () => {
    given(endpointRequest, added)
      .when(moveRequest({ ...other, expected: 1 }, 'approved', ''))
      .leadsToOnce(moved('pending', 'approved'));
    given(endpointRequest, added)
      .when(moveRequest({ ...other, expected: 2 }, 'approved', ''))
      .refused('VERSION_MISMATCH');
  });

  it('is taken back by who took it, in time, while nothing followed', () => {
    const undone = endpointRequestStepUndone({
      ...facts,
      from: 'approved',
      standing: {
        status: 'pending',
        adminNotes: null,
        rejectionReason: null,
        reviewedAt: null,
        implementedAt: null,
      },
    });
    const approved = given(endpointRequest, added, moved('pending', 'approved', 'olur'));
    approved.when(undoStep(own, 2, THEN)).leadsToOnce(undone);
    approved.when(undoStep(other, 2, THEN)).refused('CONFLICT');
    approved
      .when(undoStep(own, 2, new Date(THEN.getTime() + UNDO_SECONDS * 1000 + 1)))
      .refused('CONFLICT');
    given(endpointRequest, added, moved('pending', 'approved'), moved('approved', 'testing'))
      .when(undoStep(own, 2, THEN))
      .refused('CONFLICT');
    given(endpointRequest, added, moved('pending', 'approved'), undone)
      .when(undoStep(own, 3, THEN))
      .refused('CONFLICT');
  });
});

/** An action of any person in any order, each based on the newest state or on an older one. */
const act = fc.record({
  who: fc.constantFrom('somebody', 'admin', 'other admin'),
  what: fc.constantFrom('advance', 'reject', 'undo', 'withdraw', 'restore', 'jump'),
  to: fc.constantFrom(...RequestStatus.options),
  behind: fc.nat(2),
});

it('whatever two administrators and the requester do in whatever order, one legal history comes of it, and the view says what the stream says', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), acts => {
      const at = THEN.toISOString();
      const meta = { at, actor: 'somebody', request: 'q' };
      let s: RequestState | undefined = endpointRequest.evolve(undefined, { ...added, meta });
      const history: { type: string; data: unknown; actor: string }[] = [
        { ...added, actor: 'somebody' },
      ];
      for (const { who, what, to, behind } of acts) {
        const version: number = Math.max(1, s!.version - behind);
        const by: Deciding = {
          requestId: 'r',
          actor: who,
          expected: behind === 0 ? undefined : version,
        };
        const decision: Decision = {
          advance: moveRequest(by, advanced[s!.status] ?? 'approved', 'not'),
          reject: moveRequest(by, 'rejected', 'neden'),
          jump: moveRequest(by, to, 'not'),
          undo: undoStep({ ...by, expected: undefined }, version, THEN),
          withdraw: withdrawRequest(by),
          restore: restoreRequest(by, 'owner', few),
        }[what](s);
        if (decision instanceof Problem) continue;
        // An action on a stale version changes nothing.
        expect(decision.length === 0 || behind === 0 || version === s!.version).toBe(true);
        for (const fact of decision) {
          const before = s!.status;
          s = endpointRequest.evolve(s, { ...fact, meta: { ...meta, actor: who } });
          history.push({ ...fact, actor: who });
          const isTaken =
            fact.type === endpointRequestMoved.type || fact.type === endpointRequestRejected.type;
          expect(!isTaken || isStep(before, s!.status)).toBe(true);
        }
      }
      expect(s!.version).toBe(history.length);
      expect(s!.status === 'rejected').toBe(s!.rejectionReason !== null);
      const doc: Record<string, unknown> = {};
      for (const [i, { type, data, actor }] of history.entries()) {
        const event = {
          id: 'e',
          type,
          data,
          stream: 's',
          revision: i,
          position: String(i) as Position,
          erased: false,
          bytes: 100,
          meta: { ...meta, actor },
        };
        for (const change of endpointRequests.changesOf(event as never)) {
          if (change.collection !== endpointRequestDocs.name) continue;
          if (change.op === 'put') Object.assign(doc, change.doc);
          if (change.op === 'patch') Object.assign(doc, change.set);
          if (change.op === 'add')
            doc['version'] = (doc['version'] as number) + change.by['version']!;
        }
      }
      const { last: _, ...said } = s!;
      expect(doc).toMatchObject(said);
    }),
    { numRuns: 300 },
  );
});
