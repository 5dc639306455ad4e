import { randomBytes } from 'node:crypto'
import { firstWithheld, type Right, rightsOf, type Withheld } from '../../src-shared/pos/staff/rights.ts'
import type { KeptPerson, PeopleFile, People as StoredPeople } from './people-file.ts'

/** The records of the shop's people, and what the owner set for all of them. Each change is written to the file. */
export interface PeopleRecords {
  /** The file's content; nobody and the first settings where there is none. */
  present(): StoredPeople
  /** Everybody, also people who have left. */
  all(): readonly KeptPerson[]
  /** Only a person who works here now. */
  find(id: string): KeptPerson | null
  owners(): readonly KeptPerson[]
  rightsOf(person: KeptPerson): readonly Right[]
  withheld(): Withheld
  change(changes: Partial<StoredPeople>): Promise<void>
  /** Replaces the person's record, or adds it. */
  put(person: KeptPerson): Promise<void>
}

export function createPeopleRecords(file: Pick<PeopleFile, 'present' | 'write'>): PeopleRecords {
  const present = () => file.present() ?? nobodyYet
  const all = () => present().people
  const withheld = () => present().withheld as Withheld
  const change = (changes: Partial<StoredPeople>) => file.write({ ...present(), ...changes })
  return {
    present,
    all,
    find: (id) => all().find((one) => one.id === id && one.active) ?? null,
    owners: () => all().filter((one) => one.active && one.role === 'owner'),
    rightsOf: ({ role }) => rightsOf(role, withheld()),
    withheld,
    change,
    put(person) {
      const isThere = all().some(({ id }) => id === person.id)
      return change({
        people: isThere ? all().map((one) => (one.id === person.id ? person : one)) : [...all(), person],
      })
    },
  }
}

export const newPersonId = (): string => `person_${randomBytes(9).toString('base64url')}`

const nobodyYet: StoredPeople = {
  people: [],
  withheld: firstWithheld as StoredPeople['withheld'],
  auto_lock_minutes: 5,
  approval_wrong: 0,
}
