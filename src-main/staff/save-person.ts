import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { mayApprove, type NewPins } from './new-pins.ts'
import type { KeptPerson } from './people-file.ts'
import { newPersonId, type PeopleRecords } from './people-records.ts'

/** Adds or changes a person, see `People.save`. */
export async function savePerson(
  { records, pins }: { readonly records: PeopleRecords; readonly pins: NewPins },
  { id, name, role: asked, active, pin }: PosCommandPayload<'staff.save_person'>,
  by: string | null,
): Promise<Result<string, CommandRefusal>> {
  const before = id === null ? null : (records.all().find((one) => one.id === id) ?? null)
  if (id !== null && before === null) return refuse('not_found', `there is no person ${id}`)
  if (before === null && pin === null) return refuse('payload_invalid', 'pin: a new person needs one')
  const isFirst = records.all().length === 0
  const role = isFirst ? 'owner' : asked
  const person = { id: before?.id ?? newPersonId(), name, role, active: active || isFirst }
  const isOwner = person.active && role === 'owner'
  if (!isOwner && records.owners().every((one) => one.id === person.id))
    return refuse('owner_needed', 'there is no other owner')
  if (pin === null && before !== null && comesToApprove(before, person))
    return refuse('pin_needed', 'a person who may approve needs a PIN that nobody else has')
  const refused = pin === null ? null : await pins.unfit(person.id, role, pin)
  if (refused !== null) return err(refused)
  const isAnothers = !isFirst && by !== person.id
  const kept = pin === null ? (before ?? noPin) : { ...(await pins.fields(pin, isAnothers)), wrong: 0 }
  await records.put({ ...kept, ...person })
  return ok(person.id)
}

const comesToApprove = (before: KeptPerson, next: Pick<KeptPerson, 'role' | 'active'>): boolean =>
  next.active && mayApprove(next.role) && !(mayApprove(before.role) && before.pin !== null)

const noPin = { pin: null, wrong: 0, pin_chosen_at: null, pin_of_another: false } as const
