import { randomBytes } from 'node:crypto'
import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { firstWithheld, type Right, rightsOf, type Withheld } from '../../src-shared/pos/staff/rights.ts'
import type { PeopleStatus } from '../../src-shared/pos/staff/staff.ts'
import { pinWeakness } from '../../src-shared/pos/staff/weak-pin.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { createApprovalGuesses } from './approval-guesses.ts'
import type { People as KeptPeople, KeptPerson, PeopleFile } from './people-file.ts'
import type { Pepper } from './pepper.ts'
import type { PinChecks, PinOwner } from './pin-checks.ts'
import { isPin } from './pins.ts'

type Refused = CommandRefusal | null

/** The people of the shop, their PINs and rights. The session knows which of them is signed in. */
export interface People {
  /** Whether people sign in at this counter. */
  areSetUp(): boolean
  find(id: string): KeptPerson | null
  rights(id: string): readonly Right[]
  /** Whether another person typed this PIN: then its owner may do nothing but choose a new one. */
  mustChoosePin(id: string): boolean
  /** Why this is not the PIN of a person who works here; null when it is. */
  check(id: string, pin: string): Promise<Refused>
  /** Returns the owner of the PIN among the people who may approve. */
  approver(pin: string): Promise<Result<string, CommandRefusal>>
  changeOwnPin(id: string, asked: PosCommandPayload<'staff.change_own_pin'>): Promise<Refused>
  /** The first person becomes the owner. @param by the signed-in person; null: none are set up. @returns the id */
  save(
    asked: PosCommandPayload<'staff.save_person'>,
    by: string | null,
  ): Promise<Result<string, CommandRefusal>>
  withhold(asked: PosCommandPayload<'staff.withhold_rights'>): Promise<void>
  setAutoLock(minutes: number): Promise<void>
  /** Gives the owner this PIN; creates an owner where there is none. @returns the owner's id */
  resetOwner(pin: string): Promise<Result<string, CommandRefusal>>
  autoLockMs(): number
  status(): Omit<PeopleStatus, 'present' | 'managed'>
  managed(): NonNullable<PeopleStatus['managed']>
}

export function createPeople(options: {
  readonly file: PeopleFile
  readonly checks: PinChecks
  readonly pepper: () => Promise<Pepper | null>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** A monotonic clock, in ms. */
  readonly elapsed: () => number
}): People {
  const { file, checks, pepper, now } = options
  const guesses = createApprovalGuesses({
    elapsed: options.elapsed,
    present: () => file.present()?.approval_wrong ?? 0,
    keep: (approval_wrong) => change({ approval_wrong }),
  })
  const all = (): readonly KeptPerson[] => file.present()?.people ?? []
  const find = (id: string): KeptPerson | null => all().find((one) => one.id === id && one.active) ?? null
  const withheld = (): Withheld => (file.present()?.withheld ?? {}) as Withheld
  const ofPerson = (one: KeptPerson): readonly Right[] => rightsOf(one.role, withheld())
  const chosen = async (pin: string, isAnothers = false) => ({
    pin: await checks.hash(pin),
    pin_chosen_at: new Date(now()).toISOString(),
    pin_of_another: isAnothers,
  })

  const change = (changes: Partial<KeptPeople>): Promise<void> =>
    file.write({ ...(file.present() ?? nobodyYet), ...changes })
  const put = (one: KeptPerson): Promise<void> => {
    const isThere = all().some(({ id }) => id === one.id)
    return change({
      people: isThere ? all().map((other) => (other.id === one.id ? one : other)) : [...all(), one],
    })
  }

  const ownerOf = (one: KeptPerson): PinOwner => ({
    key: one.id,
    wrong: one.wrong,
    candidates: one.pin === null ? [] : [{ id: one.id, pin: one.pin }],
    keep: (wrong, hashed) =>
      put({ ...(find(one.id) ?? one), wrong, ...(hashed === undefined ? {} : { pin: hashed.pin }) }),
  })

  const approvers = () =>
    all().filter((one) => one.active && one.pin !== null && ofPerson(one).includes('approve'))
  const isOwner = (id: string): boolean => find(id)?.role === 'owner'

  async function check(id: string, pin: string): Promise<Refused> {
    const one = find(id)
    if (one === null) return { code: 'not_found', message: `there is no person ${id}` }
    const checked = await checks.check(ownerOf(one), pin)
    if (checked.ok && isOwner(id) && guesses.count() > 0) await guesses.keep(0)
    return checked.ok ? null : checked.error
  }

  /**
   * Whether the PIN is used by another person who may approve: a PIN must identify the approver. People whose right is
   * withheld or who have left count too, since they may get it back.
   */
  async function isTaken(id: string, pin: string): Promise<boolean> {
    const seasoning = await pepper()
    for (const one of all()) {
      if (one.id !== id && mayApprove(one.role) && one.pin !== null && (await isPin(pin, one.pin, seasoning)))
        return true
    }
    return false
  }

  async function unfit(id: string, role: KeptPerson['role'], pin: string): Promise<Refused> {
    const weakness = pinWeakness(pin)
    if (weakness !== null) return { code: 'pin_weak', message: weakness }
    return mayApprove(role) && (await isTaken(id, pin))
      ? { code: 'pin_weak', message: 'another one is needed' }
      : null
  }

  return {
    areSetUp: () => file.damaged() || file.present() !== null,
    find,
    rights: (id) => {
      const one = find(id)
      return one === null ? [] : ofPerson(one)
    },
    mustChoosePin: (id) => find(id)?.pin_of_another === true,
    check,
    async approver(pin) {
      const candidates = approvers().flatMap((one) =>
        one.pin === null ? [] : [{ id: one.id, pin: one.pin }],
      )
      return checks.check(
        {
          ...guesses.owner(),
          candidates,
          // Otherwise an approver could guess others' PINs without limit by typing their own in between.
          leftBy: (id) => (isOwner(id) ? 0 : guesses.count() - 1),
        },
        pin,
      )
    },
    async changeOwnPin(id, { current, pin }) {
      const refused = await check(id, current)
      const one = find(id)
      if (refused !== null || one === null) return refused
      if (mayApprove(one.role)) {
        // "Taken" reveals another person's PIN: each choice counts as a guess, which the right `current` does not
        // reset.
        const ms = checks.lockedMs(guesses.owner())
        if (ms > 0)
          return { code: 'pin_locked', message: `no PIN can be chosen for another ${Math.ceil(ms / 1000)} s` }
        if (pinWeakness(pin) === null && !isOwner(id)) await checks.countWrong(guesses.owner())
      }
      if (pin === current && one.pin_of_another) return { code: 'pin_weak', message: 'another one is needed' }
      const reason = await unfit(id, one.role, pin)
      if (reason === null) await put({ ...(find(id) ?? one), ...(await chosen(pin)) })
      return reason
    },
    async save({ id, name, role: asked, active, pin }, by) {
      const before = id === null ? null : (all().find((one) => one.id === id) ?? null)
      if (id !== null && before === null) return refuse('not_found', `there is no person ${id}`)
      const isFirst = all().length === 0
      const role = isFirst ? 'owner' : asked
      if (before === null && pin === null) return refuse('payload_invalid', 'pin: a new person needs one')
      const one = { id: before?.id ?? newPersonId(), name, role, active: active || isFirst }
      const owners = all().filter((other) => other.active && other.role === 'owner' && other.id !== one.id)
      if (owners.length === 0 && (role !== 'owner' || !one.active)) {
        return refuse('owner_needed', 'there is no other owner')
      }
      const comesToApprove =
        before !== null && one.active && mayApprove(role) && !(mayApprove(before.role) && before.pin !== null)
      if (comesToApprove && pin === null)
        return refuse('pin_needed', 'a person who may approve needs a PIN that nobody else has')
      const refused = pin === null ? null : await unfit(one.id, role, pin)
      if (refused !== null) return err(refused)
      const isAnothers = !isFirst && by !== one.id
      const kept = pin === null ? (before ?? noPin) : { ...(await chosen(pin, isAnothers)), wrong: 0 }
      await put({ ...kept, ...one })
      return ok(one.id)
    },
    withhold: ({ role, rights }) =>
      change({ withheld: { ...withheld(), [role]: [...rights] } as KeptPeople['withheld'] }),
    setAutoLock: (minutes) => change({ auto_lock_minutes: minutes }),
    async resetOwner(pin) {
      const known = all().find((one) => one.active && one.role === 'owner')
      const owner = known ?? { id: newPersonId(), name: 'Owner', role: 'owner' as const, active: true }
      const refused = await unfit(owner.id, 'owner', pin)
      if (refused !== null) return err(refused)
      await file.putAside(new Date(now()).toISOString().replace(/\W/g, ''))
      await put({ ...owner, ...(await chosen(pin)), wrong: 0 })
      return ok(owner.id)
    },
    autoLockMs: () => (file.present() ?? nobodyYet).auto_lock_minutes * 60_000,
    status: () => ({
      shown: all()
        .filter(({ active }) => active)
        .map(({ id, name, role }) => ({ id, name, role })),
      locked: all().flatMap((one) => {
        const ms = checks.lockedMs({ key: one.id, wrong: one.wrong })
        return ms === 0 ? [] : [{ person_id: one.id, until: new Date(now() + ms).toISOString() }]
      }),
      auto_lock_minutes: (file.present() ?? nobodyYet).auto_lock_minutes,
      damaged: file.damaged(),
    }),
    managed: () => ({
      people: all().map(({ id, name, role, active, pin_chosen_at, pin_of_another }) => ({
        ...{ id, name, role, active, pin_chosen_at, pin_of_another },
      })),
      withheld: file.present()?.withheld ?? nobodyYet.withheld,
    }),
  }
}

const mayApprove = (role: KeptPerson['role']): boolean => rightsOf(role).includes('approve')
const newPersonId = (): string => `person_${randomBytes(9).toString('base64url')}`
const noPin = { pin: null, wrong: 0, pin_chosen_at: null, pin_of_another: false } as const
const nobodyYet: KeptPeople = {
  people: [],
  withheld: firstWithheld as KeptPeople['withheld'],
  auto_lock_minutes: 5,
  approval_wrong: 0,
}
