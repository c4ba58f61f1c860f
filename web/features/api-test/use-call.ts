import { useState } from 'react';
import { useLanguage } from '../../lib/use-language.ts';
import { useSession } from '../../state/use-session.ts';
import { callerFaults, faultsOf, withoutSecrets, type Draft, type KeyHeaders } from './draft.ts';
import type { Schemas } from './example.ts';
import type { Operation } from './reference.ts';
import { requestOf, type Caller } from './request.ts';
import type { Kept } from './use-kept.ts';
import { useRaw } from './use-raw.ts';

export interface CallInput {
  readonly operation: Operation;
  readonly schemas: Schemas;
  readonly initial: Draft;
  /** Headers of a key, kept while the screen is open only. */
  readonly keys: KeyHeaders;
  readonly onSent: Kept['add'];
}

/** The input of one call, its faults, and its way to an answer. */
export function useCall({ operation, schemas, initial, keys, onSent }: CallInput) {
  const language = useLanguage();
  const { token } = useSession();
  const { ask, ...sending } = useRaw();
  const [draft, setDraft] = useState(initial);
  const [file, setFile] = useState<File | null>(null);
  const [kind, setKind] = useState<Caller['kind']>(
    operation.security.length === 0 ? 'nobody' : 'session',
  );
  const [isChecked, setChecked] = useState(false);
  const [asks, setAsks] = useState(false);
  const caller: Caller = kind === 'key' ? { kind, ...keys } : { kind, token };
  const faults = { ...faultsOf(operation, draft), ...(kind === 'key' && callerFaults(keys)) };
  const isFaulty = Object.keys(faults).length > 0;
  const request = () => requestOf(operation, draft, caller, language, file ?? undefined);
  const send = async (): Promise<void> => {
    setAsks(false);
    const got = await ask(request(), kind === 'session' ? token : undefined);
    if (got) onSent(withoutSecrets(draft, operation, schemas), got);
  };
  const submit = (): void => {
    setChecked(true);
    if (isFaulty || sending.busy) return;
    if (operation.changes) setAsks(true);
    else void send();
  };
  return {
    ...sending,
    draft,
    setDraft,
    file,
    setFile,
    kind,
    setKind,
    /** Shown from the first attempt on. */
    faults: isChecked ? faults : {},
    check: () => setChecked(true),
    isFaulty,
    request,
    submit,
    send,
    /** Whether a change waits for its confirmation. */
    asks,
    dismiss: () => setAsks(false),
    withoutSecrets: () => withoutSecrets(draft, operation, schemas),
  };
}
