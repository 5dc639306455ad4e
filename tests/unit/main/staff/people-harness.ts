import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStaffSession, type StaffSession } from '../../../../src-main/staff/staff-session.ts'
import type { PersonRole } from '../../../../src-shared/pos/staff/person.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { lowPinCost } from '../support/pin-cost.ts'
import { quietLog } from '../support/service.ts'

export const pins = {
  owner: '902817',
  manager: '318264',
  cashier: '570139',
  installer: '648203',
  role: '246810',
  /** The PIN that the owner sets for a new person. */
  first: '735914',
} as const
export const serviceKey = 'sk_test_of_this_till'

/** A counter whose owner is Olga. */
export interface StaffHarness {
  readonly session: StaffSession
  readonly folder: string
  /** The recovery code as it was shown. */
  readonly code: string
  /**
   * Adds a person as the owner, who is signed in afterwards; the person chooses their own PIN. @returns the person's id
   */
  add(role: PersonRole, name?: string, pin?: string): Promise<string>
  signIn(id: string, pin: string): ReturnType<StaffSession['signIn']>
  readonly owner: string
  pass(ms: number): void
  setClockBy(ms: number): void
  setBusy(busy: boolean): void
  /** Opens the same counter after a restart. */
  restart(key?: string | null, pepper?: Buffer | null): Promise<StaffSession>
  text(name: string): Promise<string>
}

export const noon = Date.parse('2026-11-21T12:00:00.000Z')

/** A counter without people, with the manager's page open. */
export async function openEmptyStaff(folder?: string) {
  const at = folder ?? (await temporaryFolder('countertop-people'))
  let now = noon
  let elapsed = 0
  let busy = false
  const open = (key: string | null = serviceKey, pepper: Buffer | null = Buffer.alloc(32, 7)) =>
    openStaffSession({
      path: join(at, 'pins.json'),
      now: () => now,
      elapsed: () => elapsed,
      pepper: async () => pepper,
      pinCost: lowPinCost,
      serviceKey: key,
      isBusy: () => busy,
      log: quietLog,
    })
  const session = await open()
  await session.choosePin({ role: 'manager', current: null, pin: pins.role })
  return {
    session,
    folder: at,
    pass(ms: number) {
      now += ms
      elapsed += ms
    },
    setClockBy(ms: number) {
      now += ms
    },
    setBusy(next: boolean) {
      busy = next
    },
    restart: open,
    text: (name: string) => readFile(join(at, name), 'utf8'),
  }
}

export async function openStaff(folder?: string): Promise<StaffHarness> {
  const empty = await openEmptyStaff(folder)
  const { session } = empty
  const saved = await session.savePerson({
    id: null,
    name: 'Olga',
    role: 'cashier',
    active: true,
    pin: pins.owner,
    current: pins.role,
  })
  if (!saved.ok || saved.value.recovery_code === null) throw new Error('the owner was not set up')
  const owner = saved.value.person_id
  const signIn = (person_id: string, pin: string) => session.signIn({ person_id, pin })
  return {
    ...empty,
    owner,
    code: saved.value.recovery_code,
    async add(role, name = role, pin = pins[role]) {
      await signIn(owner, pins.owner)
      const added = await session.savePerson({
        id: null,
        name,
        role,
        active: true,
        pin: pins.first,
        current: pins.owner,
      })
      if (!added.ok) throw new Error(`${name} was not added: ${added.error.code}`)
      const { person_id } = added.value
      await signIn(person_id, pins.first)
      const chosen = await session.changeOwnPin({ current: pins.first, pin })
      if (!chosen.ok) throw new Error(`${name} chose no PIN: ${chosen.error.code}`)
      await signIn(owner, pins.owner)
      return person_id
    },
    signIn,
  }
}
