import { cp, readFile, writeFile } from 'node:fs/promises'
import { dataPaths } from '../../../../src-main/paths.ts'
import { type JournalLine, renumberMark } from '../../../../src-main/sale/journal.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { type CounterHarness, openCounterHarness } from '../support/counter-harness.ts'
import { type TestService, until } from '../support/service.ts'

const hsn = 'VT-1'

/**
 * A counter restored from a backup that was made when 10.00 of 30.00 were paid by card.
 * @param later what the old counter or others did after the backup
 * @param before what else happened before the backup
 * @param changeJournal changes the journal in the backup
 */
export type RestoredAfter = (
  later: (old: CounterHarness) => Promise<unknown>,
  before?: (old: CounterHarness) => Promise<unknown>,
  changeJournal?: (path: string) => Promise<void>,
) => Promise<CounterHarness>

export async function restoredCounters(service: TestService): Promise<RestoredAfter> {
  await service.plug({ hsn, card: '4111111111111111' })
  const open = (userData?: string) => {
    const { access } = service
    const { accountId } = access
    return openCounterHarness({ access: () => access, accountId, hsn, ...(userData && { userData }) })
  }
  return async (later, before = async () => undefined, changeJournal = async () => undefined) => {
    const old = await open()
    const bill = { id: `bill_${Date.now()}`, order: null, total: 3_000, currency: 'USD', note: '' }
    old.sale.dispatch({ kind: 'open_bill', bill })
    await payByCard(old, 1_000)
    await before(old)
    const journalOf = (folder: string) => dataPaths(folder).sales(service.access.accountId)
    // A sale is shown before its journal line is written, and a backup copies the files between writes.
    await until(
      async () => lastLine(await readFile(journalOf(old.userData), 'utf8')),
      ({ state, aside }) => state.kind === old.sale.state().kind && aside.length === old.sale.aside().length,
    )
    const userData = await temporaryFolder('countertop-restored')
    await cp(old.userData, userData, { recursive: true })
    await later(old)
    await old.stop()
    const journal = journalOf(userData)
    await changeJournal(journal)
    await writeFile(renumberMark(journal), '')
    return open(userData)
  }
}

/** The last complete line. */
const lastLine = (text: string): JournalLine =>
  JSON.parse(text.slice(0, text.lastIndexOf('\n')).split('\n').at(-1) ?? '')

/** Pays a part of the bill at the counter by card. */
export async function payByCard(counter: CounterHarness, amount: number): Promise<void> {
  await counter.terminalIs('connected')
  counter.charge(amount)
  const { kind } = await counter.saleIs('signing', 'approved')
  if (kind === 'signing') counter.sale.dispatch({ kind: 'sign', signature: null })
  await counter.saleIs('approved')
  counter.sale.dispatch({ kind: 'finish' })
  await counter.saleIs('ready')
}

export const takeRest = ({ sale }: CounterHarness, balance: number): boolean =>
  sale.dispatch({ kind: 'take_cash', id: 'cash_1', tendered: balance, balance, step: 1, bill: null })
