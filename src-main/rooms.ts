import { stat } from 'node:fs/promises'
import { closedRooms } from '../src-shared/pos/snapshot.ts'
import type { Counter } from './counter.ts'
import type { Log } from './log.ts'
import type { OfficeDesk } from './office/desk.ts'
import type { DataPaths } from './paths.ts'
import type { ServiceSource } from './service-source.ts'
import type { SnapshotPublisher } from './snapshot/publisher.ts'
import type { AuditTrail } from './staff/audit.ts'
import type { StaffDesk } from './staff/desk.ts'

/** The manager's and the installer's rooms: loaded when somebody first asks for something in there. */
export interface Rooms {
  /** The account is known; what a manager began and nobody knows the end of is looked into at once. */
  opened(accountId: string): Promise<void>
  /** Null while the account is not known. */
  office(): Promise<OfficeDesk | null>
  stop(): Promise<void>
}

export interface RoomOptions {
  readonly service: ServiceSource
  readonly counter: () => Counter | null
  readonly paths: DataPaths
  readonly snapshot: SnapshotPublisher
  readonly staff: StaffDesk
  readonly audit: AuditTrail
  readonly newActionId: () => string
  readonly log: Log
}

export function createRooms(options: RoomOptions): Rooms {
  const { snapshot, staff, audit, paths } = options
  let account: string | null = null
  let office: Promise<OfficeDesk> | null = null

  /** What is in a room is shown to nobody who has not entered it. */
  async function show(): Promise<void> {
    const desk = await office?.catch(() => null)
    const open = staff.status().role === 'manager' ? desk?.status() : undefined
    snapshot.update({ office: open ?? closedRooms.office })
  }

  async function openOffice(accountId: string): Promise<OfficeDesk> {
    const { openOfficeDesk } = await import('./office/desk.ts')
    return openOfficeDesk({
      ...options,
      journal: paths.office(accountId),
      client: () => options.service.link()?.client ?? null,
      merchantName: () => snapshot.present().merchant_name,
      onStatus: () => void show(),
      onEnd: ({ id, kind, intent_id, amount, state }) =>
        audit.add({
          role: 'manager',
          command: 'payments.act',
          about: { action_id: id, kind, intent_id, amount },
          outcome: state,
        }),
      now: Date.now,
    })
  }

  const theOffice = async (): Promise<OfficeDesk | null> => {
    if (account === null) return null
    office ??= openOffice(account)
    return office
  }

  staff.onChange(() => void show())
  return {
    async opened(accountId) {
      account ??= accountId
      const { size } = await stat(paths.office(account)).catch(() => ({ size: 0 }))
      // The till is open without the office.
      if (size > 0)
        await theOffice().catch((error: unknown) => options.log.error({ err: error }, 'the office is shut'))
    },
    office: theOffice,
    async stop() {
      await (await office?.catch(() => null))?.stop()
    },
  }
}
