import { memberOf } from '../../src-shared/json-object.ts'
import { commandFacts } from '../../src-shared/pos/command-facts.ts'
import type { PosCommandName, PosCommandPayload, PosReply } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import type { Settings } from '../../src-shared/pos/settings/settings.ts'
import { type Right, rightsOf } from '../../src-shared/pos/staff/rights.ts'
import { err, type Result } from '../../src-shared/result.ts'
import { type AuditEntry, outcomeOf } from '../audit/audit-entry.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import { isBegunInAudit } from '../audit/look-commands.ts'
import type { Log } from '../log.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import { refuseTypedCard } from './typed-card-data.ts'

export type PosHandlers = {
  readonly [Name in PosCommandName]: (
    payload: PosCommandPayload<Name>,
  ) => Promise<Result<PosReply<Name>, CommandRefusal>> | Result<PosReply<Name>, CommandRefusal>
}

/** Answers a command whose sender has been checked, but not its payload. */
export type CommandAnswerer = (
  name: PosCommandName,
  payload: unknown,
) => Promise<Result<unknown, CommandRefusal>>

interface AnswererOptions {
  readonly handlers: PosHandlers
  readonly staff: Pick<StaffSession, 'status' | 'refusal' | 'personId' | 'actingAs' | 'approveCommand'>
  readonly audit: Pick<AuditTrail, 'add' | 'begin'>
  readonly settings: () => Settings
  readonly log: Log
}

/**
 * Every command passes here: its role is checked, its payload parsed, its handler called, and the actions and attempts
 * of managers and installers are audited.
 */
export function createCommandAnswerer({
  handlers,
  staff,
  audit,
  settings,
  log,
}: AnswererOptions): CommandAnswerer {
  /** A handler that throws is a programming fault: it is logged in full, and reported to the page in short. */
  async function handle(name: PosCommandName, payload: unknown): Promise<Result<unknown, CommandRefusal>> {
    try {
      const handler = handlers[name] as (payload: unknown) => Promise<Result<unknown, CommandRefusal>>
      return await handler(payload)
    } catch (error) {
      log.error({ err: error, command: name }, 'command.failed')
      return refuse('failed', 'the command failed; see the log')
    }
  }

  /** A command that changes something acts only once its beginning is on the disk. */
  async function act(
    name: PosCommandName,
    payload: unknown,
    entry: Omit<AuditEntry, 'outcome'>,
  ): Promise<{ readonly result: Result<unknown, CommandRefusal>; readonly ended: () => void }> {
    let ended = (): void => undefined
    if (isAudited(name) && isBegunInAudit(name)) {
      try {
        ended = await audit.begin(entry)
      } catch (error) {
        log.error({ err: error, command: name }, 'staff.audit_begin_failed')
        const message = 'what is about to be done cannot be written down; see the log'
        return { result: refuse('failed', message), ended }
      }
    }
    return { result: await handle(name, payload), ended }
  }

  const rowsFor = createRowsOnDemand()

  return async (name, payload) => {
    const refusal = staff.refusal(name)
    const role = refusal === null ? staff.status().role : null
    const before = staff.personId()
    const settingsBefore = settings()
    // The sender is determined before this wait.
    const rows = await rowsFor(name)
    const isApprovable = refusal?.code === 'role_needed' && commandFacts[name].orApproved === true
    const approved = isApprovable ? await staff.approveCommand(name, pinIn(payload)) : null
    const refused = approved === null ? refusal : approved.ok ? null : approved.error
    const parsed = refused === null ? parse(rows, name, payload) : err(refused)
    // A payload refused before parsing may contain anything, so it is not recorded.
    const about = parsed.ok ? aboutOf(commandFacts[name].audited ?? [], parsed.value) : {}
    const entry = { role, person_id: before, command: name, about }
    const { result, ended } = parsed.ok
      ? await staff.actingAs(before, () => act(name, parsed.value, entry))
      : { result: parsed, ended: () => undefined }
    if (isAudited(name) && !(parsed.ok && auditedByHandler.has(name))) {
      // The person may have left by now; or this command has signed somebody in.
      const person_id = before ?? (result.ok && comesInBy.has(name) ? staff.personId() : null)
      const changes = name.startsWith('settings.') ? changesOf(settingsBefore, settings()) : {}
      const by = approved?.ok ? { approved_by: approved.value.by } : {}
      audit.add({ ...entry, person_id, ...by, ...changes, outcome: outcomeOf(result) })
    }
    ended()
    return result
  }
}

const pinIn = (payload: unknown): string | null => {
  const pin = memberOf(payload, 'pin')
  return typeof pin === 'string' ? pin : null
}

type CommandRows = Pick<typeof import('../../src-shared/pos/commands.ts'), 'commandRow'>

/**
 * Loads the rows with their schemas on demand, since they take a while to create and the page's first command needs
 * none. Commands keep their order: one that needs no row also waits while an earlier one loads them.
 */
function createRowsOnDemand(): (name: PosCommandName) => Promise<CommandRows> | CommandRows | null {
  let rows: CommandRows | null = null
  let loading: Promise<CommandRows> | null = null
  async function load(): Promise<CommandRows> {
    try {
      rows = await import('../../src-shared/pos/commands.ts')
      return rows
    } finally {
      loading = null
    }
  }
  return (name) => {
    if (rows !== null) return rows
    if (commandFacts[name].hasPayload) loading ??= load()
    return loading
  }
}

function parse(
  rows: CommandRows | null,
  name: PosCommandName,
  payload: unknown,
): Result<unknown, CommandRefusal> {
  const schema = rows?.commandRow(name).payload
  if (schema === undefined) {
    if (payload === undefined) return { ok: true, value: undefined }
    return refuse('payload_invalid', 'this command takes no payload')
  }
  const parsed = schema.safeParse(payload)
  if (parsed.success) {
    const cardData = refuseTypedCard(name, parsed.data)
    return cardData === null ? { ok: true, value: parsed.data } : err(cardData)
  }
  const issue = parsed.error.issues[0]
  return refuse('payload_invalid', `${issue?.path.join('.')}: ${issue?.message}`)
}

/** Commands audited by their handlers, which alone know the approver and the details. */
const auditedByHandler: ReadonlySet<PosCommandName> = new Set([
  'bill.give_up_link',
  'bill.leave',
  'drawer.no_sale',
  'drawer.take_out',
  'returns.begin',
  'returns.cancel',
  'returns.handed_back',
  'returns.in_cash',
  'returns.retry',
  'staff.correct_hours',
])

/** Commands that sign somebody in: the new person is recorded as the sender. */
const comesInBy: ReadonlySet<PosCommandName> = new Set([
  'staff.sign_in',
  'staff.save_person',
  'staff.recover',
])

const cashierRights: ReadonlySet<Right> = new Set(rightsOf('cashier'))

/** Whether the command's sender and outcome are audited. */
export const isAudited = (name: PosCommandName): boolean => {
  const { right, polled, orApproved, audited } = commandFacts[name]
  const isKept =
    (right !== null && !cashierRights.has(right)) ||
    name.startsWith('staff.') ||
    name.startsWith('settings.') ||
    name.startsWith('drawer.') ||
    orApproved === true ||
    audited !== undefined ||
    auditedByHandler.has(name)
  return isKept && polled !== true
}

function aboutOf(fields: readonly string[], payload: unknown): AuditEntry['about'] {
  if (typeof payload !== 'object' || payload === null) return {}
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value: unknown = Reflect.get(payload, name)
      if (Array.isArray(value)) return [[name, value.join(' ')] as const]
      return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
        ? [[name, value] as const]
        : []
    }),
  )
}

/** The settings changed by a command; settings contain no secrets. */
function changesOf(before: Settings, after: Settings): Pick<AuditEntry, 'changes'> {
  const names = Object.keys(after) as (keyof Settings)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return changed.length === 0
    ? {}
    : {
        changes: Object.fromEntries(
          changed.map((name) => [name, { before: before[name], after: after[name] }]),
        ),
      }
}
