import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import type { CounterBase } from '../counter/counter-base.ts'
import { cancelLeftPrompt } from '../sale/left-prompt.ts'
import { jsonFile } from '../settings/json-file.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import { startTerminalConnection } from './connection.ts'
import { type CounterTerminal, createCounterTerminal } from './counter-terminal.ts'
import { type CounterIdentity, terminalSessionSchema } from './session.ts'
import { createSessionFile } from './session-file.ts'

/** The counter's terminal, whose status is shown in the snapshot. */
export function setUpTerminal(
  { access, accountId, hsn: first, paths, snapshot, now, log }: CounterBase,
  parts: {
    readonly identity: () => Promise<CounterIdentity>
    /** Called when the service is found to answer. */
    readonly onServiceUp: () => void
    /** Called with the customer's progress at the terminal, and the intent it belongs to. */
    readonly onStep: (intentId: string | null, step: Progress) => void
  },
): CounterTerminal {
  const openSessionFile = createSessionFile(
    jsonFile(paths.terminalSession(accountId), terminalSessionSchema.nullable(), null),
  )
  const follow = cancelLeftPrompt({
    counter: snapshot.present,
    cancel: () => terminal.cancel(),
    now,
  })
  const terminal = createCounterTerminal({
    first,
    onStatus: (status) => snapshot.update({ terminal: status }),
    open: (hsn, isPresent) =>
      startTerminalConnection({
        access,
        hsn: () => hsn,
        sessionFile: openSessionFile(),
        identity: parts.identity,
        now,
        onStatus(status) {
          if (!isPresent()) return
          snapshot.update({ terminal: status })
          follow(status)
        },
        onService(status) {
          publishService(snapshot, status)
          if (status.kind === 'ready') parts.onServiceUp()
        },
        onProgress: ({ payment_intent_id, step }) => parts.onStep(payment_intent_id, step),
        log,
      }),
  })
  return terminal
}

function publishService(snapshot: SnapshotPublisher, status: Snapshot['service']): void {
  if (JSON.stringify(snapshot.present().service) !== JSON.stringify(status)) {
    snapshot.update({ service: status })
  }
}
