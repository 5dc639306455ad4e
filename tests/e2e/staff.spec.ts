import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PosBridge } from '../../src-shared/pos/bridge.ts'
import { launchApp } from './support/app.ts'
import { emptyCharge, expect, hsn, readyToSell } from './support/counter.ts'
import { choosePin, enter, enterPin, goTo, isOpen, pin } from './support/staff-areas.ts'
import { test } from './support/trouble.ts'

const auditOf = (userData: string) => readFileSync(join(userData, 'staff', 'audit.jsonl'), 'utf8')

test.describe('the pages behind a PIN', () => {
  test('each page behind a PIN opens with its own first PIN, and is closed after a restart', async ({
    service,
  }) => {
    await service.plugTerminal({ hsn })
    const app = await launchApp({ service, hsn })
    await readyToSell(app.pos)
    await goTo(app.pos, 'Payments')
    await choosePin(app.pos)
    await expect(app.pos.getByText(/locks in/)).toBeVisible()
    await app.pos.keyboard.press('Escape')
    await expect(emptyCharge(app.pos)).toBeVisible()
    await app.kill()

    const again = await launchApp({ service, hsn, userData: app.userData })
    await readyToSell(again.pos)
    await goTo(again.pos, 'Payments')
    await enterPin(again.pos, '1111')
    await expect(again.pos.getByText('That is not the right PIN')).toBeVisible()
    await enterPin(again.pos)
    await isOpen(again.pos)
    await again.pos.keyboard.press('Escape')
    await goTo(again.pos, 'Terminals')
    // The first PIN of a page is chosen by a person who has the other page's PIN, not by a cashier.
    await expect(again.pos.getByRole('heading', { name: 'Manager’s PIN' })).toBeVisible()
    await enterPin(again.pos, '111111')
    await enterPin(again.pos, '975310')
    await enterPin(again.pos, '975310')
    await expect(again.pos.getByText('That is not the right PIN')).toBeVisible()
    await choosePin(again.pos)
    const audit = auditOf(again.userData)
    expect(audit).toContain('"command":"staff.enter","about":{"role":"manager"},"outcome":"pin_wrong"')
    expect(audit).not.toContain(pin)
    await again.close()
  })

  test('the pages behind a PIN stay open by a person’s input, and not by what a page sends', async ({
    shop,
  }) => {
    const { app } = await shop()
    await enter(app.pos, 'Payments')
    const look = () =>
      app.pos.evaluate(async () => {
        const { commands } = (window as unknown as { countertop: PosBridge }).countertop
        // What a script in the page can do: send commands, and events that look like a person's input.
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
        document.querySelector('main')?.click()
        const opened = await commands['payments.open']({ intent_id: 'pi_made_up' })
        const snapshot = await commands['snapshot.get'](undefined)
        return {
          code: opened.ok ? 'done' : opened.error.code,
          closesAt: snapshot.ok ? snapshot.value.staff.closes_at : null,
        }
      })
    const before = await look()
    expect(before.code).toBe('not_found')
    await app.setClockBy(240_000)
    expect(await look()).toEqual(before)
    await app.pos.keyboard.press('Shift')
    await expect.poll(async () => (await look()).closesAt).not.toBe(before.closesAt)
    await app.setClockBy(240_000)
    expect((await look()).code).toBe('not_found')
    await app.setClockBy(70_000)
    expect((await look()).code).toBe('role_needed')
    await app.setClockBy(-550_000)
  })

  test('five wrong PINs lock a page even for the right PIN and after a restart, and the remaining time is shown', async ({
    service,
  }) => {
    await service.plugTerminal({ hsn })
    const app = await launchApp({ service, hsn })
    await readyToSell(app.pos)
    await goTo(app.pos, 'Payments')
    await choosePin(app.pos)
    // A reloaded page begins at the counter, and leaves no role open.
    const loaded = app.pos.waitForEvent('load')
    await app.pos
      .evaluate(() =>
        (window as unknown as { countertop: PosBridge }).countertop.commands['app.reload'](undefined),
      )
      .catch(() => undefined)
    await loaded
    await readyToSell(app.pos)
    await goTo(app.pos, 'Payments')
    for (let tries = 0; tries < 4; tries++) {
      await enterPin(app.pos, `100${tries}`)
      await expect(app.pos.getByText('That is not the right PIN')).toBeVisible()
      await app.pos.keyboard.press('Delete')
      await expect(app.pos.getByText('That is not the right PIN')).toBeHidden()
    }
    await enterPin(app.pos, '1009')
    await expect(app.pos.getByRole('timer')).toHaveText(/^0:[0-3]\d$/)
    await app.kill()
    const again = await launchApp({ service, hsn, userData: app.userData })
    await readyToSell(again.pos)
    const asked = await again.pos.evaluate(
      (digits) =>
        (window as unknown as { countertop: PosBridge }).countertop.commands['staff.enter']({
          role: 'manager',
          pin: digits,
        }),
      pin,
    )
    expect(asked).toMatchObject({ ok: false, error: { code: 'pin_locked' } })
    await again.close()
  })

  test('a page that calls main without the PIN cannot use the commands behind it', async ({ shop }) => {
    const { app, booked } = await shop()
    const answers = await app.pos.evaluate(async () => {
      const { commands } = (window as unknown as { countertop: PosBridge }).countertop
      const voiding = { kind: 'void', intent_id: 'pi_1', payment_id: null, amount: null } as const
      return [
        await commands['payments.search']({ page: 1 }),
        await commands['payments.act'](voiding),
        await commands['terminals.list'](undefined),
        await commands['terminals.pair']({ hsn: 'X-1', claim_code: null }),
        await commands['terminals.add_virtual']({ hsn: 'X-1' }),
      ]
    })
    expect(answers).toHaveLength(5)
    for (const answer of answers) {
      expect(answer).toMatchObject({ ok: false, error: { code: 'role_needed' } })
    }
    expect((await booked()).intents).toEqual([])
  })
})
