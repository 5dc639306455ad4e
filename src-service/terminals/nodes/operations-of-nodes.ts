import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { BeginGuard } from '../../authorize/begin-guarded.ts'
import type { Services } from '../../services.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../../store/row-writes.ts'
import type { Row, Write } from '../../store/store.ts'
import type { RealTimer } from '../link/socket.ts'
import type { SessionDocument, TerminalRow } from '../rows.ts'
import { type RunningOperation, shortName } from '../running-operations.ts'
import { commandFailed } from '../terminal-errors.ts'
import type { TerminalTimings } from '../timings.ts'

/**
 * Operations that nodes run on terminals, in the shared database: a terminal's link may move to another node while an
 * authorization continues here. A service with its own database is the only node, and its memory
 * (running-operations.ts) is complete.
 *
 * Each terminal has one row, whose holder has the lease:
 *
 *   free ──claim──▶ held, renewed by a beat ──release──▶ free
 *                     └─ no beat for leaseMs of the database's time ─▶ another node may write it off
 *
 * A node is only presumed dead. Hence the lease is a row with a version, and an action that must not happen twice (the
 * start of a payment) renews it in the same commit: a node that was only delayed finds its lease gone, and stops.
 */
export interface OperationsOfNodes {
  /** @returns the operation that another node already runs on this terminal; then nothing was claimed. */
  claim(
    terminal: TerminalRow,
    operation: RunningOperation,
    onLost: () => void,
  ): Promise<Result<Lease, OperationElsewhere>>
  /**
   * Returns the operation that another node runs on this terminal; null when there is none, or that node is presumed
   * dead.
   */
  elsewhere(terminal: TerminalRow): Promise<OperationElsewhere | null>
  /**
   * Returns the operation that another node runs on this terminal, or left there when it died; null when there is none.
   */
  runsAt(hsn: string): Promise<OperationAtNode | null>
}

export interface Lease {
  /**
   * Returns the writes that renew the lease, for a commit that requires it; fails when another node has written it off.
   */
  readonly guard: BeginGuard
  release(): Promise<void>
}

/** An operation of another node, as far as callers may see it. */
export type OperationElsewhere = Pick<RunningOperation, 'name' | 'session' | 'endsAt' | 'paymentIntentId'>

/** An operation as stored, whether or not its node is live. */
export interface OperationAtNode extends Pick<RunningOperation, 'name' | 'paymentIntentId'> {
  /** The node's id. */
  readonly node: string
  /** Null in a row of an older version. */
  readonly id: string | null
}

interface OperationDocument {
  readonly node: string
  /** Unique per operation; absent in a row of an older version. */
  readonly operation?: string
  readonly name: RunningOperation['name']
  readonly payment_intent_id: string | null
  readonly session: SessionDocument
  /** In ms of verified time; 0 when the operation has ended. */
  readonly ends_at: number
  /** When its node last renewed it, in ms of the database's time; absent in a row of an older version. */
  readonly beat_at?: number
}
type OperationRow = Row<OperationDocument>

interface LeaseParts {
  readonly timings: Pick<TerminalTimings, 'leaseMs' | 'beatMs' | 'abandonedMs'>
  readonly realTimer: RealTimer
  /** Whether this node has the terminal's link and the terminal answers. */
  readonly isReachable: (hsn: string) => Promise<boolean>
}

const onlyNode: OperationsOfNodes = {
  claim: async () => ok({ guard: async () => ok([]), release: async () => {} }),
  elsewhere: async () => null,
  runsAt: async () => null,
}

export function createOperationsOfNodes(
  services: Pick<Services, 'store' | 'clock' | 'log'>,
  parts: LeaseParts,
  node: string,
): OperationsOfNodes {
  const { store, clock } = services
  if (!store.shared) return onlyNode
  const find = ({ account_id, id }: TerminalRow) =>
    store.get<OperationDocument>('terminal_operation', account_id, id)

  /** Returns another node's operation, unless that node may be presumed dead. */
  const foreign = async (hsn: string, row: OperationRow | null): Promise<OperationElsewhere | null> => {
    if (row === null || row.document.node === node || row.document.ends_at === 0) return null
    const { name, session, ends_at: endsAt, payment_intent_id: paymentIntentId, beat_at } = row.document
    const silentFor = (await store.now()) - (beat_at ?? row.updated_at)
    const isDead =
      silentFor >= parts.timings.abandonedMs ||
      (beat_at !== undefined && silentFor >= parts.timings.leaseMs && (await parts.isReachable(hsn)))
    return isDead ? null : { name, session, endsAt, paymentIntentId }
  }
  const replace = async (row: OperationRow, document: OperationDocument): Promise<boolean> =>
    (await store.commit({ writes: [updateOf('terminal_operation', nextRow(row, document, clock.now()))] })).ok

  return {
    async claim(terminal, operation, onLost) {
      const { id, name, paymentIntentId: payment_intent_id, session, endsAt: ends_at } = operation
      const started = { node, operation: id, name, payment_intent_id, session, ends_at }
      for (;;) {
        const current = await find(terminal)
        const other = await foreign(terminal.id, current)
        if (other !== null) return err(other)
        const document: OperationDocument = { ...started, beat_at: await store.now() }
        const first = firstRow(terminal.account_id, terminal.id, document, clock.now())
        const isClaimed =
          current === null
            ? (await store.commit({ writes: [insertOf('terminal_operation', first)] })).ok
            : await replace(current, document)
        // Otherwise another node was faster, and has started or ended an operation.
        if (isClaimed) return ok(keepLease(services, parts, { terminal, operation, onLost }))
      }
    },
    async elsewhere(terminal) {
      for (;;) {
        const row = await find(terminal)
        const other = await foreign(terminal.id, row)
        if (other !== null || row === null || row.document.node === node || row.document.ends_at === 0)
          return other
        // Ends the dead node's lease first, so that the answer "nothing runs" is reliable.
        if (await replace(row, { ...row.document, node, ends_at: 0 })) return null
      }
    },
    async runsAt(hsn) {
      const document = (await store.find<OperationDocument>('terminal_operation', hsn))?.document
      if (document === undefined || document.node === node || document.ends_at === 0) return null
      const { operation: id = null, name, payment_intent_id: paymentIntentId } = document
      return { node: document.node, id, name, paymentIntentId }
    },
  }
}

interface Held {
  readonly terminal: TerminalRow
  readonly operation: RunningOperation
  readonly onLost: () => void
}

/** Renews a lease until it is released, or lost. */
function keepLease(
  { store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>,
  { timings, realTimer }: LeaseParts,
  { terminal, operation, onLost }: Held,
): Lease {
  const fields = { hsn: terminal.id, command: shortName(operation.name) }
  let isOver = false
  let stopBeating = () => {}

  /** Returns the row of the lease; null when it is lost. */
  const held = async (): Promise<OperationRow | null> => {
    const row = await store.get<OperationDocument>('terminal_operation', terminal.account_id, terminal.id)
    return row?.document.operation === operation.id && row.document.ends_at !== 0 ? row : null
  }
  const renewal = (row: OperationRow, change: Partial<OperationDocument>): Write =>
    updateOf('terminal_operation', nextRow(row, { ...row.document, ...change }, clock.now()))

  /** @returns false when the lease is lost */
  const change = async (by: () => Promise<Partial<OperationDocument>>): Promise<boolean> => {
    for (;;) {
      const row = await held()
      if (row === null) return false
      // A conflict comes from this node's own guard, or from another node that writes the lease off.
      if ((await store.commit({ writes: [renewal(row, await by())] })).ok) return true
    }
  }
  const beat = async (): Promise<void> => {
    try {
      const isHeld = await change(async () => ({ beat_at: await store.now() }))
      if (!isHeld && !isOver) {
        log.warn(fields, 'terminal.lease_lost')
        return onLost()
      }
    } catch (error) {
      log.warn({ err: error, ...fields }, 'terminal.lease_not_renewed')
    }
    if (!isOver) schedule()
  }
  const schedule = () => {
    stopBeating = realTimer(timings.beatMs, () => void beat())
  }
  schedule()

  return {
    async guard() {
      const row = await held()
      return row === null
        ? err(commandFailed(terminal.id, 'cancelled_by_service', 'lost'))
        : ok([renewal(row, {})])
    },
    async release() {
      isOver = true
      stopBeating()
      try {
        await change(async () => ({ ends_at: 0 }))
      } catch (error) {
        // The operation's outcome is not affected; the row remains valid until its beat is too old.
        log.warn({ err: error, ...fields }, 'terminal.operation_not_released')
      }
    },
  }
}
