import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import {
  type Printer,
  type PrintersFile,
  printersFileSchema,
} from '../../src-shared/pos/printing/printers.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { createTurns } from '../async/in-turn.ts'
import { jsonFile } from '../settings/json-file.ts'

/** The printers that a person has set up. */
export interface PrinterList {
  present(): PrintersFile
  find(id: string): Printer | undefined
  /** The printer for receipts; undefined where there is none. */
  forReceipts(): Printer | undefined
  /** Adds a printer, or replaces one. */
  save(asked: PosCommandPayload<'printers.save'>): Promise<PosResult<'printers.save'>>
  remove(id: string): Promise<Result<null, CommandRefusal>>
  /** Makes it the printer for receipts. */
  choose(id: string): Promise<Result<null, CommandRefusal>>
  /** Stores what a test has shown that the printer reports. */
  measured(id: string, reports: Printer['reports']): Promise<void>
}

export const notFound = (id: string): Result<never, CommandRefusal> =>
  refuse('not_found', `no printer or print ${id}`)

const none: PrintersFile = { version: 1, default_id: null, printers: [] }

export async function openPrinterList(options: {
  readonly path: string
  readonly newId: () => string
  readonly onChange: () => void
}): Promise<PrinterList> {
  const file = jsonFile<PrintersFile>(options.path, printersFileSchema, none, { keepsGood: true })
  let list = await file.read()
  const { inTurn } = createTurns()
  const find = (id: string) => list.printers.find((one) => one.id === id)

  /** One change at a time, so that none is based on a list that another is replacing. */
  const change = (next: (now: PrintersFile) => PrintersFile): Promise<void> =>
    inTurn(async () => {
      const changed = next(list)
      await file.write(changed)
      list = changed
      options.onChange()
    })

  return {
    present: () => list,
    find,
    forReceipts: () => (list.default_id === null ? undefined : find(list.default_id)),
    async save({ id, ...fields }) {
      if (fields.drawer && fields.address.kind === 'system') {
        return refuse('payload_invalid', 'drawer: a system printer cannot open one')
      }
      const old = id === null ? undefined : find(id)
      if (id !== null && old === undefined) return notFound(id)
      // What another device reports is unknown; a test print finds it out.
      const isSame = old !== undefined && sameDevice(old, fields)
      const saved: Printer = {
        ...fields,
        id: id ?? options.newId(),
        reports: isSame ? old.reports : 'nothing',
      }
      await change((now) => withSaved(now, saved, old === undefined))
      return find(saved.id) === undefined ? notFound(saved.id) : ok({ id: saved.id })
    },
    async remove(id) {
      if (find(id) === undefined) return notFound(id)
      await change((now) => without(now, id))
      return ok(null)
    },
    async choose(id) {
      if (find(id) === undefined) return notFound(id)
      await change((now) => (now.printers.some((one) => one.id === id) ? { ...now, default_id: id } : now))
      return ok(null)
    },
    measured: (id, reports) =>
      change((now) => ({
        ...now,
        printers: now.printers.map((one) => (one.id === id ? { ...one, reports } : one)),
      })),
  }
}

/**
 * Adds a printer, or replaces it in its place. Only one printer has the drawer. A printer that was removed meanwhile
 * stays removed.
 */
function withSaved(now: PrintersFile, saved: Printer, isNew: boolean): PrintersFile {
  const { printers, default_id } = now
  if (!isNew && !printers.some((one) => one.id === saved.id)) return now
  const others = printers.map((one) =>
    one.id === saved.id ? saved : saved.drawer ? { ...one, drawer: false } : one,
  )
  return { version: 1, default_id: default_id ?? saved.id, printers: isNew ? [...others, saved] : others }
}

function without({ printers, default_id }: PrintersFile, id: string): PrintersFile {
  const left = printers.filter((one) => one.id !== id)
  return { version: 1, default_id: default_id === id ? (left[0]?.id ?? null) : default_id, printers: left }
}

const sameDevice = (
  old: Pick<Printer, 'address' | 'language'>,
  now: Pick<Printer, 'address' | 'language'>,
): boolean => JSON.stringify([old.address, old.language]) === JSON.stringify([now.address, now.language])
