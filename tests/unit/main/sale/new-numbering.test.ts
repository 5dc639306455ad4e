import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openJournal } from '../../../../src-main/sale/journal.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const letters = [...'ABCDEFGHJKLMNPQRSTUVWXYZ']
const everySeries = letters.flatMap((first) => letters.map((second) => `${first}${second}`))

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder('countertop-numbering')
})

async function numberingAtStart() {
  const journal = await openJournal(join(folder, 'acct.jsonl'), quietLog)
  await journal.close()
  return journal.numbering
}

test.each([
  ['the damaged journal', 'acct.jsonl', (series: string) => `{"at":"x","numbering":{"series":"${series}"`],
  ['a copy of a damaged journal', 'acct.jsonl.17.unreadable', (series: string) => `"number":"${series}1001"`],
  ["the drawer's ledger", 'acct.drawer.jsonl', (series: string) => `{"bill":"${series}1044","amount":5}`],
  ['the book of sales', join('acct.bills', '2026-03.jsonl'), (series: string) => `"number":"${series}9999"`],
  ['the returns', 'acct.returns.jsonl', (series: string) => `{"return":{"number":"${series}10000"}}`],
])('a counter whose numbers are lost begins a series that %s does not name', async (_, name, line) => {
  await mkdir(join(folder, 'acct.bills'))
  const used = everySeries.filter((series) => series !== 'QX')
  await writeFile(join(folder, name), `${used.map(line).join('\n')}\n`)
  expect(await numberingAtStart()).toEqual({ series: 'QX', next: 1001 })
})

test('a counter of another account takes nothing from it', async () => {
  await writeFile(join(folder, 'acct_2.drawer.jsonl'), everySeries.map((one) => `"${one}1001"`).join('\n'))
  expect(everySeries).toContain((await numberingAtStart()).series)
})
