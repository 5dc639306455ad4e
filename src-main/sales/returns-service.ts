import type { PosCommandName, PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import type { CountedReturn, ReturnPart } from '../../src-shared/pos/returns/return.ts'
import { isRefusedForMore, partCents } from '../../src-shared/pos/returns/return-sums.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { outcomeOf } from '../audit/audit-entry.ts'
import type { Approval, Approved } from '../staff/approval.ts'
import { type BeginReturnOptions, createBeginReturn } from './begin-return.ts'
import { createExchanges, type Exchanges } from './exchanges.ts'
import { leftOfPayments } from './left-of-payments.ts'
import { createReturnsShell, type ReturnsShell, type ReturnsShellOptions } from './returns-shell.ts'

/** Returns to customers: who requests and who approves them, around the durable shell (returns-shell.ts). */
export interface ReturnsService
  extends Exchanges,
    Pick<ReturnsShell, 'of' | 'acknowledge' | 'acknowledgeUnreadable' | 'stop'> {
  begin(asked: PosCommandPayload<'returns.begin'>): Promise<PosResult<'returns.begin'>>
  /** @param pin typed where more had gone back of the card; null when none was typed */
  retry(id: string, pin: string | null): Promise<Result<null, CommandRefusal>>
  inCash(id: string, pin: string | null): Promise<Result<null, CommandRefusal>>
  handedBack(id: string): Promise<Result<null, CommandRefusal>>
  cancel(id: string): Promise<Result<null, CommandRefusal>>
}

export type ReturnsOptions = ReturnsShellOptions & BeginReturnOptions

export function startReturns(options: ReturnsOptions): ReturnsService {
  const shell = createReturnsShell(options)
  const { ask, find, partOf } = shell

  const known = async <Value>(id: string, act: () => Promise<Result<Value, CommandRefusal>>) => {
    const refused = shell.unknownOf(find(id)?.bill_id ?? '')
    return refused === null ? act() : err(refused)
  }

  /** @param more returns that are not in the list yet */
  const paymentsOf = (parts: readonly ReturnPart[], ...more: readonly CountedReturn[]) =>
    leftOfPayments(parts, [...shell.all(), ...more], options.manager)

  async function giveInCash(id: string, pin: string | null): Promise<Approved> {
    const part = partOf(id)
    if (part === null || part.kind === 'cash' || part.state !== 'refused') {
      return refuse('not_now', `no card's refund of ${id} was refused`)
    }
    const payments = await paymentsOf([part])
    if (!payments.ok) return payments
    const approved = await options.staff.approveReturn(partCents(part), pin)
    if (!approved.ok) return approved
    const done = await ask(id, { kind: 'in_cash', step: options.cashStep() })
    return done.ok ? approved : done
  }

  /** A manager approves the retry for a card that had more back, as at the beginning of such a return. */
  async function tryAgain(id: string, pin: string | null): Promise<Result<Approval | null, CommandRefusal>> {
    const part = partOf(id)
    const approved =
      part !== null && isRefusedForMore(part)
        ? await options.staff.approveReturn(partCents(part), pin)
        : ok(null)
    if (!approved.ok) return approved
    const done = await ask(id, { kind: 'retry' })
    return done.ok ? approved : done
  }

  /** Records in the audit trail who handled the money or retried at the bank. */
  async function audited(
    command: PosCommandName & `returns.${string}`,
    id: string,
    act: () => Promise<Result<Approval | null, CommandRefusal>>,
  ): Promise<Result<null, CommandRefusal>> {
    const person_id = options.staff.personId()
    const part = partOf(id)
    const looked = command === 'returns.retry' && part !== null && isRefusedForMore(part)
    const done = await act()
    const outcome = outcomeOf(done)
    const about = {
      return: id,
      bill: find(id)?.number ?? '',
      amount: part === null ? 0 : partCents(part),
      ...(looked && { looked }),
    }
    // These need an approval of their own; the others continue an approved return.
    const role = command === 'returns.in_cash' || looked ? 'manager' : null
    const approved_by = done.ok ? (done.value?.by ?? null) : null
    options.audit.add({ role, person_id, approved_by, command, about, outcome })
    return done.ok ? ok(null) : done
  }

  shell.resume()
  return {
    of: shell.of,
    begin: createBeginReturn({ ...options, shell, paymentsOf }),
    retry: (id, pin) => audited('returns.retry', id, () => known(id, () => tryAgain(id, pin))),
    inCash: (id, pin) => audited('returns.in_cash', id, () => known(id, () => giveInCash(id, pin))),
    handedBack: (id) =>
      audited('returns.handed_back', id, () =>
        ask(id, { kind: 'handed_back', at: new Date(options.now()).toISOString() }),
      ),
    cancel: (id) => audited('returns.cancel', id, () => ask(id, { kind: 'cancel' })),
    ...createExchanges({ ...options, ...shell, paymentsOf }),
    acknowledge: shell.acknowledge,
    acknowledgeUnreadable: shell.acknowledgeUnreadable,
    stop: shell.stop,
  }
}
