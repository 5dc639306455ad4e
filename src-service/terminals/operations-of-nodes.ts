import { randomUUID } from 'node:crypto'
import type { Services } from '../services.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import type { SessionDocument, TerminalRow } from './rows.ts'
import { type RunningOperation, shortName } from './running-operations.ts'

/**
 * What nodes of the service run on terminals, in the database that they share: a terminal's link may have moved to
 * another node while an authorization goes on here. On a database of its own a service is the only node, and its memory
 * (running-operations.ts) is the whole truth.
 *
 * A row stands from the beginning of an operation to its end; that of a node that died counts until the operation's
 * time is over, because nobody knows how far it got.
 */
export interface OperationsOfNodes {
  /** @returns what another node runs on this terminal already, in which case nothing was claimed. */
  claim(terminal: TerminalRow, operation: RunningOperation): Promise<OperationElsewhere | null>
  release(terminal: TerminalRow, operation: RunningOperation): Promise<void>
  /** What another node runs on this terminal now; null when nothing. */
  elsewhere(terminal: TerminalRow): Promise<OperationElsewhere | null>
}

/** An operation of another node, as far as a caller learns of it. */
export type OperationElsewhere = Pick<RunningOperation, 'name' | 'session' | 'endsAt'>

interface OperationDocument {
  readonly node: string
  readonly name: RunningOperation['name']
  readonly payment_intent_id: string | null
  readonly session: SessionDocument
  /** Milliseconds since the epoch. */
  readonly ends_at: number
}
type OperationRow = Row<OperationDocument>

/** Two nodes' clocks, and the end of an operation after its time was over. ms */
const graceMs = 5_000

const nobodyElse: OperationsOfNodes = {
  claim: async () => null,
  release: async () => {},
  elsewhere: async () => null,
}

export function createOperationsOfNodes(
  { store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>,
  node = randomUUID(),
): OperationsOfNodes {
  if (!store.shared) return nobodyElse
  const find = ({ account_id, id }: TerminalRow) =>
    store.get<OperationDocument>('terminal_operation', account_id, id)
  const foreign = (row: OperationRow | null): OperationElsewhere | null => {
    if (row === null || row.document.node === node) return null
    const { name, session, ends_at: endsAt } = row.document
    return clock.now() < endsAt + graceMs ? { name, session, endsAt } : null
  }
  return {
    async claim(terminal, { name, paymentIntentId: payment_intent_id, session, endsAt: ends_at }) {
      const document: OperationDocument = { node, name, payment_intent_id, session, ends_at }
      for (;;) {
        const current = await find(terminal)
        const other = foreign(current)
        if (other !== null) return other
        const now = clock.now()
        const write =
          current === null
            ? insertOf('terminal_operation', firstRow(terminal.account_id, terminal.id, document, now))
            : updateOf('terminal_operation', nextRow(current, document, now))
        // A conflict: another node was faster, with an operation of its own or with the end of one.
        if ((await store.commit({ writes: [write] })).ok) return null
      }
    },
    async release(terminal, operation) {
      const { account_id, id } = terminal
      try {
        const row = await find(terminal)
        if (row?.document.node !== node) return
        await store.commit({ writes: [{ op: 'delete', kind: 'terminal_operation', account_id, id }] })
      } catch (error) {
        // The operation's outcome stands all the same; the row counts until the operation's time is over.
        log.warn(
          { err: error, hsn: id, command: shortName(operation.name) },
          'terminal.operation_not_released',
        )
      }
    },
    elsewhere: async (terminal) => foreign(await find(terminal)),
  }
}
