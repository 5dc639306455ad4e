import { appendFile } from 'node:fs/promises'
import type { AuditEntry } from '../../../../src-main/audit/audit-entry.ts'
import { openSellingService, type SellingService } from '../../../../src-main/orders/selling-service.ts'
import { dataPaths } from '../../../../src-main/paths.ts'
import { defaultSettings } from '../../../../src-main/settings/settings.ts'
import { approvedUnless } from '../../../../src-main/staff/approval.ts'
import { nothingToSell } from '../../../../src-shared/pos/at-start.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { CatalogueItem } from '../../../../src-shared/pos/catalogue/catalogue.ts'
import type { OrderRequest } from '../../../../src-shared/pos/order/order-request.ts'
import type { Selling } from '../../../../src-shared/pos/order/selling.ts'
import type { CommandRefusal } from '../../../../src-shared/pos/refusals.ts'
import type { SaleState } from '../../../../src-shared/pos/sale/sale.ts'
import type { Settings } from '../../../../src-shared/pos/settings/settings.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

export const anItem = (changes: Partial<CatalogueItem> = {}): CatalogueItem => ({
  id: 'item_tea',
  name: 'Tea',
  price: 300,
  category: '',
  colour: 'plain',
  picture: false,
  quick: false,
  barcode: '',
  tax_rate_ids: [],
  modifiers: [],
  groups: [],
  minimum_age: null,
  active: true,
  ...changes,
})

/** A shop's catalogue and orders in a folder of their own; `selling` is what a window would see. */
export interface SellingHarness {
  readonly service: () => SellingService
  readonly selling: () => Selling
  readonly audited: readonly AuditEntry[]
  readonly paths: ReturnType<typeof dataPaths>
  /** Restarts as after a crash: unwritten data are lost, and a line may be cut off. */
  restart(cutOff?: string): Promise<void>
  request(
    request: OrderRequest,
    options?: { id?: string; pin?: string | null },
  ): Promise<CommandRefusal | null>
  /** The names and quantities of the draft's lines. */
  lines(): readonly string[]
  set(changes: { sale?: SaleState; bill?: Bill; settings?: Partial<Settings> }): void
  stop(): Promise<void>
}

export const managerPin = '246810'

export async function openSellingHarness(
  items: readonly CatalogueItem[] = [anItem()],
): Promise<SellingHarness> {
  const paths = dataPaths(await temporaryFolder('countertop-selling'))
  let selling = nothingToSell
  let present: { sale: SaleState; bill: Bill | null; settings: Settings } = {
    sale: { kind: 'ready' },
    bill: null,
    settings: defaultSettings('en'),
  }
  const audited: AuditEntry[] = []
  let ids = 0
  const open = () =>
    openSellingService({
      paths,
      present: () => present,
      onSelling(changes) {
        selling = { ...selling, ...changes }
      },
      staff: {
        personId: () => 'person_ana',
        async approve(pin) {
          if (pin === null) return approvedUnless({ code: 'pin_needed', message: '' })
          return approvedUnless(pin === managerPin ? null : { code: 'pin_wrong', message: '' }, 'person_mona')
        },
      },
      audit: { add: (entry) => void audited.push(entry) },
      newId: (kind) => `${kind}_${++ids}`,
      now: () => Date.parse('2026-03-01T12:00:00Z'),
      log: quietLog,
    })
  let service = await open()
  for (const { picture: _, ...item } of items) await service.catalogue.saveItem(item, undefined)
  return {
    service: () => service,
    selling: () => selling,
    audited,
    paths,
    async restart(cutOff = '') {
      const killed = service
      if (cutOff !== '') await appendFile(paths.orders, cutOff)
      selling = nothingToSell
      service = await open()
      await killed.stop()
    },
    async request(request, { id = `request_${++ids}`, pin = null } = {}) {
      const result = await service.change({ id, request, pin })
      return result.ok ? null : result.error
    },
    lines: () => selling.book?.draft.lines.map(({ name, quantity }) => `${quantity / 1000} ${name}`) ?? [],
    set(changes) {
      present = {
        sale: changes.sale ?? present.sale,
        bill: changes.bill ?? present.bill,
        settings: { ...present.settings, ...changes.settings },
      }
    },
    stop: () => service.stop(),
  }
}
