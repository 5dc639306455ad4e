import { dirname, join } from 'node:path'
import { commandFacts } from '../../src-shared/pos/command-facts.ts'
import type { PosCommandName, PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { fewestPinDigits } from '../../src-shared/pos/staff/pin-length.ts'
import type { Right } from '../../src-shared/pos/staff/rights.ts'
import type { StaffStatus } from '../../src-shared/pos/staff/staff.ts'
import type { WeekFacts } from '../../src-shared/pos/staff/worked-week.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { createTurns } from '../in-turn.ts'
import type { Log } from '../log.ts'
import { openLazily } from '../open-lazily.ts'
import type { Approved } from './approval.ts'
import { createApprovers } from './approvers.ts'
import { createCommandSender } from './command-sender.ts'
import { createPeopleManagement } from './manage-people.ts'
import { createPeople } from './people.ts'
import { isPeppered } from './people-file.ts'
import type { Pepper } from './pepper.ts'
import { createPinChecks } from './pin-checks.ts'
import { pinCost } from './pins.ts'
import { createPresence } from './presence.ts'
import { createRecovery } from './recovery.ts'
import { createRolePins } from './role-pins.ts'
import { openStaffFiles } from './staff-files.ts'
import { createTimeClock } from './time-clock.ts'
import { createWayBack } from './way-back.ts'
import { createWhoIsIn } from './who-is-in.ts'

type Done = Result<null, CommandRefusal>

/**
 * Who is signed in at the counter. Where no people are set up: a role whose PIN was typed, or the cashier, who needs
 * none. Otherwise a person, or nobody: then the counter is locked. After a launch nobody is signed in.
 */
export interface StaffSession {
  status(): StaffStatus
  enter(asked: PosCommandPayload<'staff.enter'>): Promise<Done>
  choosePin(asked: PosCommandPayload<'staff.choose_pin'>): Promise<Done>
  leave(): void
  signIn(asked: PosCommandPayload<'staff.sign_in'>): Promise<Done>
  lock(): Done
  changeOwnPin(asked: PosCommandPayload<'staff.change_own_pin'>): Promise<Done>
  clock(asked: PosCommandPayload<'staff.clock'>): Promise<Done>
  /** The clock entries with their corrections, and the people. */
  hours(): Promise<Pick<WeekFacts, 'ledger' | 'people'>>
  correctHours(asked: PosCommandPayload<'staff.correct_hours'>): Promise<Done>
  savePerson(asked: PosCommandPayload<'staff.save_person'>): Promise<PosResult<'staff.save_person'>>
  withholdRights(asked: PosCommandPayload<'staff.withhold_rights'>): Promise<Done>
  setAutoLock(asked: PosCommandPayload<'staff.set_auto_lock'>): Promise<Done>
  newRecoveryCode(
    asked: PosCommandPayload<'staff.new_recovery_code'>,
  ): Promise<PosResult<'staff.new_recovery_code'>>
  recover(asked: PosCommandPayload<'staff.recover'>): Promise<PosResult<'staff.recover'>>
  /**
   * Called when the service knows that people sign in at this counter. If none are set up here, the files were removed:
   * the counter locks, and only the recovery of a forgotten PIN opens it. @returns false while a customer pays
   */
  requirePeople(): Promise<boolean>
  /** Why this command may not run now; null when it may. A page's command does not prove that a person is there. */
  refusal(name: PosCommandName): CommandRefusal | null
  /**
   * Why `cents` may not go back to a customer now; null when they may. Up to a limit the PIN typed to sign in is
   * enough; beyond it a PIN is typed again, so that a page alone cannot send more than that.
   */
  mayReturn(cents: number, pin: string | null): Promise<CommandRefusal | null>
  /**
   * Whether a person with the right has approved the cashier's next step: by a PIN typed for it, or because they are
   * signed in themselves. Names the approver.
   */
  approve(pin: string | null): Promise<Approved>
  /**
   * Like `approve`, for `cents` that go back to a customer. Amounts that pass without a typed PIN are counted as in
   * `mayReturn`; beyond its limit a PIN is typed.
   */
  approveReturn(cents: number, pin: string | null): Promise<Approved>
  /** Whether the PIN belongs to a person who may send this command and approve. Names that person. */
  approveCommand(name: PosCommandName, pin: string | null): Promise<Approved>
  /**
   * The signed-in person; null where no people are set up. During a command its sender, even if another person has
   * signed in since.
   */
  personId(): string | null
  /** Runs a command as its sender, across every wait. */
  actingAs<Value>(personId: string | null, command: () => Promise<Value>): Promise<Value>
  /** Called when a person used the keyboard or the screen: postpones closing the role or locking the counter. */
  personActed(): void
  onChange(listener: (status: StaffStatus) => void): void
}

/** A role closes after this long without a person's input, in ms. */
export const idleMs = 300_000

export async function openStaffSession(options: {
  /** The file of the PINs; the other staff files are in the same folder. */
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** A monotonic clock, in ms. */
  readonly elapsed?: () => number
  /** Called when the first PIN is checked or chosen. @param needed some PINs cannot be checked without it */
  readonly pepper: (needed: boolean) => Promise<Pepper | null>
  /** scrypt cost of a new PIN's hash, a power of two; tests use less. */
  readonly pinCost?: number
  /** The key that this counter uses at the payment service; null in training. */
  readonly serviceKey?: string | null
  /** Whether a customer pays or is paid: then the counter does not lock. */
  readonly isBusy?: () => boolean
  readonly log: Log
}): Promise<StaffSession> {
  const { now, log, elapsed = () => performance.now(), isBusy = () => false, serviceKey = null } = options
  const { file, peopleFile } = await openStaffFiles(options.path, log)
  const listeners: ((status: StaffStatus) => void)[] = []
  /** One check at a time, so that simultaneous tries are all counted. */
  const { inTurn } = createTurns()
  const pepperOnce = openLazily(() => options.pepper(isPeppered(file, peopleFile)))
  const pepper = pepperOnce.open
  const checks = createPinChecks({ elapsed, pepper, cost: options.pinCost ?? pinCost, onLock: changed, log })
  const roles = createRolePins({ file, checks, areGuarded: serviceKey !== null, now })
  const people = createPeople({ file: peopleFile, checks, pepper, now, elapsed })
  const recovery = createRecovery({ file: peopleFile, checks, serviceKey })
  const timeClock = createTimeClock({ path: join(dirname(options.path), 'hours.jsonl'), now, log })
  const presence = createPresence({
    now,
    elapsed,
    lasts: (who) => ('person' in who ? people.autoLockMs() : idleMs),
    // A person in a sale must not lose the screen that shows it. An open role does not belong to the sale.
    isBusy: (who) => 'person' in who && isBusy(),
    onClose: () => approvers.startAnew(),
    onChange: changed,
  })
  const whoIsIn = createWhoIsIn({ people, roles, presence, timeClock })
  const approvers = createApprovers({ people, roles, person: whoIsIn.person })
  const sender = createCommandSender(whoIsIn.person)

  const wayBack = createWayBack({
    ...{ file, peopleFile, people, roles, recovery, presence, serviceKey },
    onChange: changed,
  })

  function changed(): void {
    const present = whoIsIn.status()
    for (const listener of listeners) listener(present)
  }

  /** The sender must not get the rights of another person who has signed in since. */
  const may = (right: Right): boolean => {
    presence.closeWhenOver()
    return sender.isIn() && whoIsIn.rights().includes(right)
  }

  const withPerson = <Value>(
    act: (id: string) => Promise<Result<Value, CommandRefusal>>,
  ): Promise<Result<Value, CommandRefusal>> =>
    inTurn(async () => {
      const id = sender.personId()
      return id === null || !sender.isIn() ? refuse('not_available', 'its sender is not signed in') : act(id)
    })

  const management = createPeopleManagement({
    ...{ file, people, roles, recovery, presence },
    person: whoIsIn.person,
    sender: sender.personId,
    isAllowed: () => may('manage_people'),
    onChange: changed,
  })

  for (const role of ['manager', 'installer'] as const) {
    const ms = checks.lockedMs({ key: role, wrong: file.present()[role].wrong.count })
    if (ms > 0) setTimeout(changed, ms + 1).unref()
  }
  return {
    status: whoIsIn.status,
    enter: ({ role, pin }) =>
      inTurn(async () => {
        if (people.areSetUp()) return refuse('not_available', 'people sign in here')
        const refused = await roles.check(role, pin)
        if (refused !== null) return err(refused)
        if (pin.length < fewestPinDigits) {
          return refuse('pin_too_short', `the ${role} has to choose a new PIN`)
        }
        approvers.startAnew()
        presence.enter({ role })
        return ok(null)
      }),
    choosePin: (asked) =>
      inTurn(async () => {
        if (people.areSetUp()) return refuse('not_available', 'people have PINs of their own')
        const refused = await roles.choose(asked)
        if (refused !== null) return err(refused)
        approvers.startAnew()
        presence.enter({ role: asked.role })
        return ok(null)
      }),
    leave() {
      if (whoIsIn.person() === null) presence.close()
    },
    signIn: ({ person_id, pin }) =>
      inTurn(async () => {
        const refused = await people.check(person_id, pin)
        if (refused !== null) return err(refused)
        await timeClock.read()
        approvers.startAnew()
        presence.enter({ person: person_id })
        return ok(null)
      }),
    lock() {
      if (isBusy()) return refuse('not_now', 'a sale is under way')
      presence.close()
      return ok(null)
    },
    changeOwnPin: (asked) =>
      withPerson(async (id) => {
        const refused = await people.changeOwnPin(id, asked)
        if (refused === null) changed()
        return refused === null ? ok(null) : err(refused)
      }),
    clock: ({ kind }) =>
      withPerson(async (id) => {
        const clocked = await timeClock.clock(id, kind)
        // Also where the person is at work already: the ledger may not have been read before.
        changed()
        return clocked
      }),
    hours: async () => ({ ledger: await timeClock.ledger(), people: people.managed().people }),
    correctHours: (asked) =>
      withPerson(async (by) => {
        const corrected = await timeClock.correct(by, asked)
        if (corrected.ok) changed()
        return corrected
      }),
    savePerson: (asked) => inTurn(() => management.savePerson(asked)),
    withholdRights: (asked) => inTurn(() => management.withholdRights(asked)),
    setAutoLock: ({ minutes }) =>
      withPerson(async () => {
        await people.setAutoLock(minutes)
        // A command does not prove that a person is at the screen: it must not postpone the lock.
        presence.shorten()
        return ok(null)
      }),
    newRecoveryCode: (asked) => inTurn(() => management.newRecoveryCode(asked)),
    recover: (asked) => inTurn(() => wayBack.recover(asked)),
    requirePeople: () =>
      inTurn(async () => {
        if (people.areSetUp()) return true
        if (isBusy()) return false
        log.error({}, 'staff.people_removed')
        await wayBack.closeForPeople()
        return true
      }),
    refusal(name) {
      const { right } = commandFacts[name]
      presence.closeWhenOver()
      if (right === null || whoIsIn.rights().includes(right)) return null
      const signedOut = people.areSetUp() && whoIsIn.person() === null
      const code = signedOut ? 'sign_in_needed' : 'role_needed'
      return { code, message: `${name} needs the right to ${right}` }
    },
    mayReturn: (cents, pin) =>
      inTurn(async () => {
        if (!may('change_payments'))
          return { code: 'role_needed', message: 'only a manager sends money back' }
        const approved = await approvers.forReturn(cents, pin)
        return approved.ok ? null : approved.error
      }),
    approve: (pin) =>
      inTurn(async () => (may('approve') ? ok({ by: whoIsIn.person() }) : approvers.typed(pin))),
    approveCommand: (name, pin) => inTurn(() => approvers.forCommand(name, pin)),
    approveReturn: (cents, pin) =>
      inTurn(() => (may('approve') ? approvers.forReturn(cents, pin) : approvers.typed(pin))),
    personId: sender.personId,
    actingAs: sender.actingAs,
    personActed() {
      presence.renew()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
