import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import type { Right } from '../../src-shared/pos/staff/rights.ts'
import type { PeopleStatus } from '../../src-shared/pos/staff/staff.ts'
import { pinWeakness } from '../../src-shared/pos/staff/weak-pin.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { createApprovalGuesses } from './approval-guesses.ts'
import { createNewPins, mayApprove } from './new-pins.ts'
import type { KeptPerson, PeopleFile, People as StoredPeople } from './people-file.ts'
import { createPeopleRecords, newPersonId, type PeopleRecords } from './people-records.ts'
import type { Pepper } from './pepper.ts'
import type { PinChecks, PinOwner } from './pin-checks.ts'
import { savePerson } from './save-person.ts'

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
  const { file, checks, now } = options
  const records = createPeopleRecords(file)
  const { find } = records
  const pins = createNewPins({ ...options, records })
  const guesses = createApprovalGuesses({
    elapsed: options.elapsed,
    present: () => records.present().approval_wrong,
    keep: (approval_wrong) => records.change({ approval_wrong }),
  })
  const isOwner = (id: string): boolean => find(id)?.role === 'owner'

  async function check(id: string, pin: string): Promise<Refused> {
    const one = find(id)
    if (one === null) return { code: 'not_found', message: `there is no person ${id}` }
    const checked = await checks.check(ownerOfPin(records, one), pin)
    if (checked.ok && isOwner(id) && guesses.count() > 0) await guesses.keep(0)
    return checked.ok ? null : checked.error
  }

  async function approver(pin: string): Promise<Result<string, CommandRefusal>> {
    const approvers = records.all().filter((one) => one.active && records.rightsOf(one).includes('approve'))
    return checks.check(
      {
        ...guesses.owner(),
        candidates: approvers.flatMap(candidatesOf),
        // Otherwise an approver could guess others' PINs without limit by typing their own in between.
        leftBy: (id) => (isOwner(id) ? 0 : guesses.count() - 1),
      },
      pin,
    )
  }

  /**
   * "Taken" reveals another person's PIN: each choice by a person who may approve counts as a guess, which the right
   * current PIN does not reset.
   */
  async function countChoice(id: string, pin: string): Promise<Refused> {
    const ms = checks.lockedMs(guesses.owner())
    if (ms > 0)
      return { code: 'pin_locked', message: `no PIN can be chosen for another ${Math.ceil(ms / 1000)} s` }
    if (pinWeakness(pin) === null && !isOwner(id)) await checks.countWrong(guesses.owner())
    return null
  }

  async function changeOwnPin(
    id: string,
    { current, pin }: PosCommandPayload<'staff.change_own_pin'>,
  ): Promise<Refused> {
    const refused = await check(id, current)
    const one = find(id)
    if (refused !== null || one === null) return refused
    const locked = mayApprove(one.role) ? await countChoice(id, pin) : null
    if (locked !== null) return locked
    if (pin === current && one.pin_of_another) return { code: 'pin_weak', message: 'another one is needed' }
    const reason = await pins.unfit(id, one.role, pin)
    if (reason === null) await records.put({ ...(find(id) ?? one), ...(await pins.fields(pin)) })
    return reason
  }

  async function resetOwner(pin: string): Promise<Result<string, CommandRefusal>> {
    const [known] = records.owners()
    const owner = known ?? { id: newPersonId(), name: 'Owner', role: 'owner' as const, active: true }
    const refused = await pins.unfit(owner.id, 'owner', pin)
    if (refused !== null) return err(refused)
    await file.putAside(new Date(now()).toISOString().replace(/\W/g, ''))
    await records.put({ ...owner, ...(await pins.fields(pin)), wrong: 0 })
    return ok(owner.id)
  }

  return {
    areSetUp: () => file.damaged() || file.present() !== null,
    find,
    rights: (id) => {
      const one = find(id)
      return one === null ? [] : records.rightsOf(one)
    },
    mustChoosePin: (id) => find(id)?.pin_of_another === true,
    check,
    approver,
    changeOwnPin,
    save: (asked, by) => savePerson({ records, pins }, asked, by),
    withhold: ({ role, rights }) =>
      records.change({
        withheld: { ...records.withheld(), [role]: [...rights] } as StoredPeople['withheld'],
      }),
    setAutoLock: (minutes) => records.change({ auto_lock_minutes: minutes }),
    resetOwner,
    autoLockMs: () => records.present().auto_lock_minutes * 60_000,
    status: () => ({
      shown: records
        .all()
        .filter(({ active }) => active)
        .map(({ id, name, role }) => ({ id, name, role })),
      locked: records.all().flatMap((one) => {
        const ms = checks.lockedMs({ key: one.id, wrong: one.wrong })
        return ms === 0 ? [] : [{ person_id: one.id, until: new Date(now() + ms).toISOString() }]
      }),
      auto_lock_minutes: records.present().auto_lock_minutes,
      damaged: file.damaged(),
    }),
    managed: () => ({
      people: records.all().map(({ id, name, role, active, pin_chosen_at, pin_of_another }) => ({
        ...{ id, name, role, active, pin_chosen_at, pin_of_another },
      })),
      withheld: records.present().withheld,
    }),
  }
}

/** The person as the owner of their own PIN. */
const ownerOfPin = (records: PeopleRecords, one: KeptPerson): PinOwner => ({
  key: one.id,
  wrong: one.wrong,
  candidates: candidatesOf(one),
  keep: (wrong, hashed) =>
    records.put({
      ...(records.find(one.id) ?? one),
      ...{ wrong, ...(hashed === undefined ? {} : { pin: hashed.pin }) },
    }),
})

const candidatesOf = ({ id, pin }: KeptPerson): PinOwner['candidates'] => (pin === null ? [] : [{ id, pin }])
