import { dirname, join } from 'node:path'
import type { StaffStatus } from '../../src-shared/pos/staff/staff.ts'
import { createTurns } from '../async/in-turn.ts'
import { openLazily } from '../async/open-lazily.ts'
import type { Log } from '../log.ts'
import { createApprovers } from './approvers.ts'
import { createCommandSender } from './command-sender.ts'
import { createPeopleManagement, type PeopleManagement } from './manage-people.ts'
import { createPeople } from './people.ts'
import { isPeppered } from './people-file.ts'
import type { Pepper } from './pepper.ts'
import { createPermissions, type Permissions } from './permissions.ts'
import { createPersonCommands, type PersonCommands } from './person-commands.ts'
import { createPinChecks } from './pin-checks.ts'
import { pinCost } from './pins.ts'
import { createPresence } from './presence.ts'
import { createRecovery } from './recovery.ts'
import { createRolePins } from './role-pins.ts'
import { createSigningIn, type SigningIn } from './signing-in.ts'
import { openStaffFiles } from './staff-files.ts'
import { createTimeClock } from './time-clock.ts'
import { createWayBack, type WayBack } from './way-back.ts'
import { createWhoIsIn } from './who-is-in.ts'

/**
 * Who is signed in at the counter. Where no people are set up: a role whose PIN was typed, or the cashier, who needs
 * none. Otherwise a person, or nobody: then the counter is locked. After a launch nobody is signed in.
 */
export interface StaffSession extends SigningIn, PersonCommands, PeopleManagement, WayBack, Permissions {
  status(): StaffStatus
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

  function changed(): void {
    const present = whoIsIn.status()
    for (const listener of listeners) listener(present)
  }

  const { may, ...permissions } = createPermissions({
    ...{ people, presence, whoIsIn, approvers, sender, inTurn },
  })
  const management = createPeopleManagement({
    ...{ file, people, roles, recovery, presence },
    person: whoIsIn.person,
    sender: sender.personId,
    isAllowed: () => may('manage_people'),
    onChange: changed,
  })
  const wayBack = createWayBack({
    ...{ file, peopleFile, people, roles, recovery, presence, serviceKey, isBusy, log },
    onChange: changed,
  })

  for (const role of ['manager', 'installer'] as const) {
    const ms = checks.lockedMs({ key: role, wrong: file.present()[role].wrong.count })
    if (ms > 0) setTimeout(changed, ms + 1).unref()
  }
  return {
    status: whoIsIn.status,
    ...createSigningIn({
      ...{ people, roles, presence, approvers, timeClock, inTurn, isBusy },
      person: whoIsIn.person,
    }),
    ...createPersonCommands({ people, timeClock, presence, sender, inTurn, onChange: changed }),
    ...permissions,
    savePerson: (asked) => inTurn(() => management.savePerson(asked)),
    withholdRights: (asked) => inTurn(() => management.withholdRights(asked)),
    newRecoveryCode: (asked) => inTurn(() => management.newRecoveryCode(asked)),
    recover: (asked) => inTurn(() => wayBack.recover(asked)),
    requirePeople: () => inTurn(wayBack.requirePeople),
    personId: sender.personId,
    actingAs: sender.actingAs,
    personActed: presence.renew,
    onChange: (listener) => void listeners.push(listener),
  }
}
