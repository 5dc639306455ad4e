import { create } from 'zustand'
import type { AuditPage, AuditVerification } from '../../src-shared/pos/audit/audit.ts'
import type { AuditAreaName } from '../../src-shared/pos/audit/audit-areas.ts'
import type { AuditFilter } from '../../src-shared/pos/audit/audit-commands.ts'
import { dayAfter, startOfDay } from '../../src-shared/pos/report/business-day.ts'
import { askMain } from '../bridge.ts'
import { shopTimeZone } from '../stores/shop-time-zone.ts'

/** The filters as typed. Dates are calendar days; an empty text means no filter. */
export interface AuditSearch {
  readonly text: string
  readonly person: string
  readonly area: AuditAreaName | ''
  readonly from: string
  readonly to: string
}

export const allOfIt: AuditSearch = { text: '', person: '', area: '', from: '', to: '' }

interface AuditStore {
  readonly search: AuditSearch
  /** Only one page is in memory, however long the log is. */
  readonly page: AuditPage | null
  /** Start of each page up to this one; null for the first page. */
  readonly befores: readonly (number | null)[]
  readonly failed: boolean
  readonly saved: boolean
  readonly result: AuditVerification | 'running' | 'failed' | null
}

const atFirst: AuditStore = {
  ...{ search: allOfIt, page: null, befores: [null], failed: false, saved: false, result: null },
}
export const useAuditStore = create<AuditStore>()(() => atFirst)

export const forgetAudit = (): void => useAuditStore.setState(atFirst)

/** Number of the latest request; answers to older requests are dropped. */
let asked = 0

async function read(befores: readonly (number | null)[]): Promise<void> {
  asked += 1
  const request = asked
  const { search } = useAuditStore.getState()
  const result = await askMain('audit.list', { filter: filterOf(search), before: befores.at(-1) ?? null })
  if (request !== asked) return
  useAuditStore.setState(result.ok ? { page: result.value, befores, failed: false } : { failed: true })
}

export const readFirst = (): Promise<void> => read([null])

export function readOlder(): Promise<void> {
  const { page, befores } = useAuditStore.getState()
  return page === null || page.next === null ? Promise.resolve() : read([...befores, page.next])
}

export function readNewer(): Promise<void> {
  const { befores } = useAuditStore.getState()
  return read(befores.length > 1 ? befores.slice(0, -1) : befores)
}

export function narrow(changes: Partial<AuditSearch>): void {
  useAuditStore.setState(({ search }) => ({ search: { ...search, ...changes } }))
}

export async function verifyAudit(): Promise<void> {
  useAuditStore.setState({ result: 'running' })
  const result = await askMain('audit.verify', undefined)
  useAuditStore.setState({ result: result.ok ? result.value : 'failed' })
}

export async function saveAudit(as: 'table' | 'lines'): Promise<void> {
  useAuditStore.setState({ saved: false })
  const result = await askMain('audit.export', { as, filter: filterOf(useAuditStore.getState().search) })
  useAuditStore.setState(result.ok ? { saved: result.value.saved } : { failed: true })
}

const filterOf = ({ text, person, area, from, to }: AuditSearch): AuditFilter => ({
  text,
  person_id: person === '' ? null : person,
  area: area === '' ? null : area,
  from: from === '' ? null : startOf(from),
  to: to === '' ? null : startOf(dayAfter(to)),
})

/** Start of a calendar day in the shop's time zone, which the entries are shown in. */
const startOf = (day: string): string =>
  new Date(startOfDay(day, { timeZone: shopTimeZone(), dayEndsAt: 0 })).toISOString()
