import { type Right, rightsOf } from '../../src-shared/pos/staff/rights.ts'
import type { PeopleStatus, StaffRole, StaffStatus } from '../../src-shared/pos/staff/staff.ts'
import type { People } from './people.ts'
import type { Presence } from './presence.ts'
import type { RolePins } from './role-pins.ts'
import type { TimeClock } from './time-clock.ts'

/** Who is signed in, and what they may do. */
export interface WhoIsIn {
  /** Null where nobody is signed in, or no people are set up. */
  person(): string | null
  rights(): readonly Right[]
  status(): StaffStatus
}

/** What a person whose time is over may do while a sale is under way: finish it. */
const finishing: readonly Right[] = ['sell', 'undo_sale']

export function createWhoIsIn(options: {
  readonly people: Pick<People, 'areSetUp' | 'find' | 'rights' | 'mustChoosePin' | 'managed' | 'status'>
  readonly roles: Pick<RolePins, 'status'>
  readonly presence: Pick<Presence, 'who' | 'until' | 'isOver'>
  readonly timeClock: Pick<TimeClock, 'isAtWork'>
}): WhoIsIn {
  const { people, roles, presence, timeClock } = options

  const person = (): string | null => {
    const who = presence.who()
    return who !== null && 'person' in who ? who.person : null
  }
  const openRole = (): StaffRole | null => {
    const who = presence.who()
    return who !== null && 'role' in who ? who.role : null
  }

  function rights(): readonly Right[] {
    if (people.areSetUp()) {
      const id = person()
      const own = id === null ? [] : people.rights(id)
      if (id !== null && people.mustChoosePin(id)) return own.filter((right) => right === 'own_record')
      return presence.isOver() ? own.filter((right) => finishing.includes(right)) : own
    }
    const role = openRole()
    if (role === null) return rightsOf('cashier')
    // Where no people are set up, the manager's PIN counts as the owner's, and allows to set up the first person.
    const more: readonly Right[] = role === 'manager' ? ['manage_people'] : []
    return [...new Set([...rightsOf('cashier'), ...rightsOf(role), ...more])]
  }

  function role(): StaffRole | null {
    if (!people.areSetUp()) return openRole()
    const present = rights()
    if (present.includes('see_payments')) return 'manager'
    return present.includes('set_up_terminals') ? 'installer' : null
  }

  function peopleStatus(): PeopleStatus | null {
    if (!people.areSetUp()) return null
    const one = people.find(person() ?? '')
    const present =
      one === null
        ? null
        : {
            ...{ id: one.id, name: one.name, role: one.role, at_work: timeClock.isAtWork(one.id) },
            must_choose_pin: one.pin_of_another,
          }
    const managed = rights().includes('manage_people') ? people.managed() : null
    return { ...people.status(), present, managed }
  }

  return {
    person,
    rights,
    status() {
      const until = presence.until()
      return {
        people: peopleStatus(),
        rights: [...rights()],
        ...roles.status(),
        role: role(),
        closes_at: until === null ? null : new Date(until).toISOString(),
      }
    },
  }
}
