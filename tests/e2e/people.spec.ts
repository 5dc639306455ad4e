import type { PosBridge } from '../../src-shared/pos/bridge.ts'
import { commandRow, type PosCommandName, posCommands } from '../../src-shared/pos/commands.ts'
import { firstWithheld, type Right, rightsOf } from '../../src-shared/pos/staff/rights.ts'
import { launchApp } from './support/app.ts'
import { emptyCharge, expect, hsn, readyToSell, test } from './support/counter.ts'
import { choosePin, enterPin, goTo, pin as managerPin } from './support/staff-areas.ts'
import { auditOnDisk, runAuditVerify } from './support/tampering.ts'

/** The PIN that the owner sets for Ana, who then chooses her own. */
const firstPin = '735914'
/** The commands outside these rights. */
const beyond = (rights: readonly Right[]) =>
  (Object.keys(posCommands) as PosCommandName[]).filter((name) => {
    const { right } = commandRow(name)
    return right !== null && !rights.includes(right)
  })
const pins = { Olga: '902817', Ana: '570139', changed: '648203' } as const

test('people sign in by PIN, a page cannot bypass the lock, and tampering with the audit log is reported', async ({
  service,
}) => {
  await service.plugTerminal({ hsn })
  const app = await launchApp({ service, hsn })
  const { pos } = app
  await readyToSell(pos)
  await goTo(pos, 'Payments')
  await choosePin(pos)
  const audit = auditOnDisk(app.userData)
  await expect.poll(audit.isThere).toBe(true)
  const lastWeek = audit.read()
  await pos.getByRole('button', { name: 'People', exact: true }).click()
  await pos.getByRole('button', { name: 'Set up the owner' }).click()
  await pos.getByLabel('Name').fill('Olga')
  await pos.getByLabel('PIN (6 to 8 digits)').fill(pins.Olga)
  await pos.getByLabel('The same PIN once more').fill(pins.Olga)
  await pos.getByLabel('The current manager’s PIN, to confirm').fill(managerPin)
  await pos.getByRole('button', { name: 'Save' }).click()
  await expect(pos.getByText(/^(\w{4}-){4}\w{4}$/)).toBeVisible()
  await pos.getByRole('button', { name: 'I have written it down' }).click()

  await pos.getByRole('button', { name: 'Add person' }).click()
  await pos.getByLabel('Name').fill('Ana')
  await pos.getByLabel('First PIN (6 to 8 digits)').fill('123456')
  await pos.getByLabel('The same PIN once more').fill('123456')
  await pos.getByLabel('Your own PIN, to confirm').fill(pins.Olga)
  await pos.getByRole('button', { name: 'Save' }).click()
  await expect(pos.getByText('too easy to guess')).toBeInViewport()
  await expect(pos.getByLabel('First PIN (6 to 8 digits)')).toBeFocused()
  await pos.getByLabel('First PIN (6 to 8 digits)').fill(firstPin)
  await pos.getByLabel('The same PIN once more').fill(firstPin)
  await pos.getByRole('button', { name: 'Save' }).click()
  await expect(pos.getByRole('button', { name: 'Ana Cashier' })).toBeVisible()

  const asked = (name: 'sale.cancel') =>
    pos.evaluate(async (command) => {
      const answer = await (window as unknown as { countertop: PosBridge }).countertop.commands[command](
        undefined,
      )
      return answer.ok ? 'done' : answer.error.code
    }, name)
  /** Main's answers to a compromised page that calls each of these functions of the bridge. */
  const refusals = (commands: readonly PosCommandName[]) =>
    pos.evaluate(async (names) => {
      const bridge = (window as unknown as { countertop: { commands: Readonly<Record<string, Ask>> } })
        .countertop
      type Ask = (payload: unknown) => Promise<{ ok: boolean; error?: { code: string } }>
      const codes = new Set<string>()
      for (const name of names) {
        const answer = await bridge.commands[name]?.({ of: 'no contract' })
        codes.add(answer === undefined ? `no ${name}` : (answer.error?.code ?? `${name} was done`))
      }
      return [...codes].sort()
    }, commands)
  // Two presses, then the PIN.
  await pos.getByRole('button', { name: 'Olga: switch user' }).click()
  await pos.getByRole('button', { name: 'Ana Cashier' }).click()
  await enterPin(pos, '000000')
  await expect(pos.getByText('4 tries are left.')).toBeVisible()
  await enterPin(pos, firstPin)
  await expect(pos.getByRole('heading', { name: 'Choose your PIN' })).toBeVisible()
  expect(await asked('sale.cancel')).toBe('role_needed')
  await enterPin(pos, firstPin)
  await enterPin(pos, firstPin)
  await expect(pos.getByRole('alert').filter({ hasText: 'too easy to guess' })).toBeVisible()
  await enterPin(pos, pins.Ana)
  await enterPin(pos, pins.Ana)
  await expect(emptyCharge(pos)).toBeVisible()
  expect(await refusals(beyond(rightsOf('cashier', firstWithheld)))).toEqual(['pin_needed', 'role_needed'])
  await pos.getByRole('button', { name: 'Ana: switch user' }).click()
  await pos.getByRole('button', { name: 'Change my PIN' }).click()
  await enterPin(pos, pins.Ana)
  await enterPin(pos, pins.changed)
  await enterPin(pos, pins.changed)
  await expect(emptyCharge(pos)).toBeVisible()
  await pos.getByRole('button', { name: 'Ana: switch user' }).click()
  await pos.getByRole('button', { name: 'Lock the counter' }).click()
  await expect(pos.getByRole('heading', { name: 'Who is at the counter?' })).toBeVisible()
  expect(await refusals(beyond([]))).toEqual(['sign_in_needed'])
  await app.kill()

  const again = await launchApp({ service, hsn, userData: app.userData })
  await expect(again.pos.getByRole('heading', { name: 'Who is at the counter?' })).toBeVisible()
  await again.pos.getByRole('button', { name: 'Olga Owner' }).click()
  await enterPin(again.pos, pins.Olga)
  await expect(emptyCharge(again.pos)).toBeVisible()
  const verifyFromMenu = () =>
    again.electron.evaluate(({ Menu }) => {
      Menu.getApplicationMenu()?.getMenuItemById('verify_audit')?.click()
    })
  await verifyFromMenu()
  await expect(again.pos.getByRole('heading', { name: 'Nothing is wrong with this record' })).toBeVisible()
  // Commands that were refused during the lock are marked in the log, as far as they were written before the kill.
  await again.pos.getByLabel('Search', { exact: true }).fill('change_own_pin')
  const isRefused = again.pos.locator('h3 + *')
  await expect(
    again.pos.getByRole('listitem').filter({ hasText: 'Changed their own PIN', hasNot: isRefused }).first(),
  ).toContainText('Ana')
  await again.pos.getByLabel('Search', { exact: true }).fill('')
  for (const [tamper, named] of [
    [audit.flipByte, /entry 1 was changed/],
    [audit.dropLine, /entry 2 should be here, but it is 3/],
    [audit.replace, /Rewritten: entry \d+ is not the one that the payment service knew/],
  ] as const) {
    tamper()
    const entries = audit.entries()
    await verifyFromMenu()
    await expect(again.pos.getByText(named).first()).toBeVisible()
    // The verification itself is recorded as well.
    await expect.poll(audit.entries).toBe(entries + 1)
  }
  audit.write(lastWeek)
  // The command-line verification reports the same.
  const { code, printed } = await runAuditVerify(app.userData, service)
  expect(printed).toMatch(/WRONG: all is of an earlier time: entr.* missing, as the payment service knew at/)
  expect(code).toBe(1)
  await verifyFromMenu()
  await expect(again.pos.getByText(/The files are of an earlier time/).first()).toBeVisible()
  await again.pos.getByRole('button', { name: 'Olga: switch user' }).click()
  await again.pos.getByRole('button', { name: 'Ana Cashier' }).click()
  await enterPin(again.pos, pins.changed)
  await expect(emptyCharge(again.pos)).toBeVisible()
  await verifyFromMenu()
  await expect(again.pos.getByRole('heading', { name: 'You do not have access to this page' })).toBeVisible()
  await again.close()
})
