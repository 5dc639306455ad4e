import { expect, hsn } from './support/counter.ts'
import { press, reaches, showsText, soon } from './support/screen.ts'
import { noTips, test } from './support/trouble.ts'

test('a cash receipt has the shop’s name, address and phone number, also after a start without the service', async ({
  service,
  line,
  launch,
}) => {
  const address = { address_line1: '4 Quay', address_line2: 'Unit 7', city: 'Portland', state: 'ME' }
  const company = { dba_name: 'Harbor Bakery', phone_number: '(207) 555-0100' }
  const body = { name: 'Harbor LLC', company, address: { ...address, zip_code: '04101' } }
  const changed = await service.client.call('accounts.update', { params: { id: service.account_id }, body })
  expect(changed.ok).toBe(true)
  await service.plugTerminal({ hsn })
  const first = await launch({ settings: noTips, service: line.service })
  async function sellInCash({ pos }: Pick<typeof first, 'pos'>): Promise<void> {
    await expect(pos.getByRole('button', { name: 'Cash', exact: true })).toBeVisible(soon)
    await pos.keyboard.type('500')
    await expect(pos.getByRole('button', { name: 'Cash', exact: true })).toBeEnabled(soon)
    await pos.keyboard.press('F8')
    await reaches(pos, 'Cash')
    await pos.keyboard.type('500')
    await pos.keyboard.press('Enter')
    await reaches(pos, 'Paid')
    const paper = pos.getByRole('region', { name: 'Receipt' })
    for (const row of ['Harbor Bakery', '4 Quay, Unit 7', 'Portland, ME 04101', '(207) 555-0100'])
      await expect(paper).toContainText(row)
    await press(pos, 'New sale')
  }
  await showsText(first.pos, 'Harbor Bakery')
  await sellInCash(first)
  await first.kill()

  line.cut(() => 'never_arrives')
  const second = await launch({ userData: first.userData, service: line.service, waits: false })
  await sellInCash(second)
})
