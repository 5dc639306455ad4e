import { commandRow, type PosCommandName, type PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { fewestPinDigits } from '../../src-shared/pos/pin-length.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { type Right, rightsOf } from '../../src-shared/pos/staff/rights.ts'
import type { StaffRole, StaffStatus } from '../../src-shared/pos/staff.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { createTurns } from '../in-turn.ts'
import type { Log } from '../log.ts'
import { type Approved, approvedUnless } from './approval.ts'
import { anotherWrong, lockedUntil, notInTheFuture, noWrongTries } from './lockout.ts'
import { openLazily } from './open-lazily.ts'
import type { Pepper } from './pepper.ts'
import { hashPin, isPin } from './pins.ts'
import { openStaffFile } from './staff-file.ts'

type Done = Result<null, CommandRefusal>

/** Who stands at the counter. One role is open at a time, and none after a launch. */
export interface StaffSession {
  status(): StaffStatus
  enter(asked: PosCommandPayload<'staff.enter'>): Promise<Done>
  choosePin(asked: PosCommandPayload<'staff.choose_pin'>): Promise<Done>
  leave(): void
  /** Why this command may not run now; null when it may. What a page sends is no sign that somebody is there. */
  refusal(name: PosCommandName): CommandRefusal | null
  /**
   * Why so much money may not go back to a customer now; null when it may. Up to a limit the PIN that opened the role is
   * enough; beyond it the PIN is typed again, so that a page alone sends no more than that. In cents.
   */
  mayReturn(cents: number, pin: string | null): Promise<CommandRefusal | null>
  /**
   * Whether a manager has approved what a cashier is about to do: the PIN was typed for it, or the manager's role is
   * open.
   */
  approve(pin: string | null): Promise<Approved>
  /**
   * As `approve`, for so many cents that go back to a customer: what the open role lets pass is counted as by
   * `mayReturn`, and beyond its limit the PIN is typed.
   */
  approveReturn(cents: number, pin: string | null): Promise<Approved>
  /** Who is signed in; null where nobody is set up. */
  personId(): string | null
  /** Somebody used the keyboard or the screen: puts off the closing of the open role. */
  personActed(): void
  onChange(listener: (status: StaffStatus) => void): void
}

/** A role closes after 5 minutes without a person's input. */
export const idleMs = 300_000
/** So much goes back by one typing of the PIN, cents. */
export const returnLimit = 20_000
/** More often than this the windows need not know that it was put off, ms. */
const leastRenewalMs = 2_000

export async function openStaffSession(options: {
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Asked when the first PIN is checked or chosen. @param needed there are PINs that cannot do without it. */
  readonly pepper: (needed: boolean) => Promise<Pepper | null>
  readonly log: Log
}): Promise<StaffSession> {
  const { now, log } = options
  const file = await openStaffFile(options.path)
  if (!file.readable) log.error({ path: options.path }, 'staff.pins_unreadable')
  const listeners: ((status: StaffStatus) => void)[] = []
  let open: { readonly role: StaffRole; readonly until: number } | null = null
  let closing: NodeJS.Timeout | undefined
  /** Cents that went back since the PIN was typed. */
  let returned = 0
  /** One check at a time: tries that come together are counted together. */
  const { inTurn } = createTurns()
  const pepper = openLazily(() =>
    options.pepper(Object.values(file.present()).some(({ pin }) => pin?.peppered === true)),
  )

  function status(): StaffStatus {
    const { manager, installer } = file.present()
    return {
      role: open?.role ?? null,
      closes_at: open === null ? null : iso(open.until),
      pins: {
        manager: manager.pin !== null || !file.readable,
        installer: installer.pin !== null || !file.readable,
      },
      locked_until: { manager: lockOf('manager'), installer: lockOf('installer') },
    }
  }

  function lockOf(role: StaffRole): string | null {
    const until = lockedUntil(file.present()[role].wrong, now())
    return until === null ? null : iso(until)
  }

  function changed(): void {
    const present = status()
    for (const listener of listeners) listener(present)
  }

  const rightsNow = (): readonly Right[] =>
    open === null ? rightsOf('cashier') : [...rightsOf('cashier'), ...rightsOf(open.role)]

  function openRole(role: StaffRole): void {
    open = { role, until: now() + idleMs }
    clearTimeout(closing)
    closing = setTimeout(close, idleMs)
    closing.unref()
    changed()
  }

  function close(): void {
    clearTimeout(closing)
    if (open === null) return
    open = null
    changed()
  }

  /** The wrong try is on the disk before it is answered: ending the app does not forgive it. */
  async function check(role: StaffRole, pin: string): Promise<CommandRefusal | null> {
    if (!file.readable) return { code: 'failed', message: 'the file of the PINs cannot be read' }
    const { pin: known, wrong: kept } = file.present()[role]
    const seasoning = await pepper.open()
    if (known === null) return { code: 'pin_not_chosen', message: `no PIN was chosen for the ${role}` }
    if (known.peppered && seasoning === null) {
      return { code: 'failed', message: 'the keychain does not open what the PINs were hashed with' }
    }
    const wrong = notInTheFuture(kept, now())
    if (wrong !== kept) await file.change(role, { pin: known, wrong })
    const until = lockedUntil(wrong, now())
    if (until !== null) {
      // Counted anew after the clock was set back: the page counts down with it.
      if (wrong !== kept) publishLock(role)
      return { code: 'pin_locked', message: `no PIN is taken until ${iso(until)}` }
    }
    await file.change(role, { pin: known, wrong: anotherWrong(wrong, now()) })
    if (await isPin(pin, known, seasoning)) {
      // One that was chosen before there was a pepper gets it now.
      const present = known.peppered || seasoning === null ? known : await hashPin(pin, seasoning)
      await file.change(role, { pin: present, wrong: noWrongTries })
      return null
    }
    publishLock(role)
    return { code: 'pin_wrong', message: `this is not the PIN of the ${role}` }
  }

  function publishLock(role: StaffRole): void {
    const until = lockedUntil(file.present()[role].wrong, now())
    if (until === null) return
    log.warn({ role, until: iso(until) }, 'staff.locked')
    unlockLater(until)
    changed()
  }

  function unlockLater(until: number): void {
    setTimeout(changed, until - now() + 1).unref()
  }

  async function withinLimit(cents: number, pin: string | null): Promise<CommandRefusal | null> {
    if (returned + cents <= returnLimit) {
      returned += cents
      return null
    }
    if (pin === null) return { code: 'pin_needed', message: `${returned} + ${cents} cents go back` }
    const refused = await check('manager', pin)
    // It was typed for this amount, whatever that is.
    if (refused === null) returned = 0
    return refused
  }

  const isManagerIn = () => open?.role === 'manager' && now() < open.until

  async function typed(pin: string | null): Promise<CommandRefusal | null> {
    return pin === null ? { code: 'pin_needed', message: 'a manager approves it' } : check('manager', pin)
  }

  for (const { wrong } of Object.values(file.present())) {
    const until = lockedUntil(wrong, now())
    if (until !== null) unlockLater(until)
  }
  return {
    status,
    enter: ({ role, pin }) =>
      inTurn(async () => {
        const refused = await check(role, pin)
        if (refused !== null) return err(refused)
        if (pin.length < fewestPinDigits) {
          return err({ code: 'pin_too_short', message: `the PIN of the ${role} is to be chosen anew` })
        }
        returned = 0
        openRole(role)
        return ok(null)
      }),
    choosePin: ({ role, current, pin }) =>
      inTurn(async () => {
        const chosen = file.present()[role].pin !== null || !file.readable
        if (chosen && current === null) {
          return err({ code: 'pin_wrong', message: `the present PIN of the ${role} is needed` })
        }
        const refused = chosen ? await check(role, current ?? '') : null
        if (refused !== null) return err(refused)
        await file.change(role, { pin: await hashPin(pin, await pepper.open()), wrong: noWrongTries })
        returned = 0
        openRole(role)
        return ok(null)
      }),
    leave: close,
    refusal(name) {
      const { right } = commandRow(name)
      if (open !== null && now() >= open.until) close()
      return right === null || rightsNow().includes(right)
        ? null
        : { code: 'role_needed', message: `${name} needs the right to ${right}` }
    },
    mayReturn: (cents, pin) =>
      inTurn(async () => {
        if (open?.role !== 'manager') return { code: 'role_needed', message: 'the manager sends money back' }
        return withinLimit(cents, pin)
      }),
    approve: (pin) => inTurn(async () => approvedUnless(isManagerIn() ? null : await typed(pin))),
    approveReturn: (cents, pin) =>
      inTurn(async () => approvedUnless(await (isManagerIn() ? withinLimit(cents, pin) : typed(pin)))),
    personId: () => null,
    personActed() {
      if (open === null || now() >= open.until) return
      if (open.until - now() <= idleMs - leastRenewalMs) openRole(open.role)
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

const iso = (at: number): string => new Date(at).toISOString()
