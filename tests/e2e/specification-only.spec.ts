import { openSpecificationProxy } from '../support/specification-proxy.ts'
import { charge, expect, heading, hsn, terminalStatus } from './support/counter.ts'
import { press, reaches, showsText, soon } from './support/screen.ts'
import { choosePin, goTo, openPayment } from './support/staff-areas.ts'
import { test } from './support/trouble.ts'

test('at a service that supports only the specification, a counter sells, cancels and refunds, with few requests when idle', async ({
  service,
  launch,
}) => {
  await service.plugTerminal({ hsn, script: 'tip_20' })
  const proxy = await openSpecificationProxy(service.url)
  try {
    const app = await launch({
      service: { ...service, url: proxy.url },
      settings: { tip_presets: [15, 18, 20], tip_custom: true, sounds: false },
    })
    const { pos } = app
    await charge(pos, '1000')
    await reaches(pos, 'Approved')
    await showsText(pos, '$12.00')
    await press(pos, 'New sale')
    const sold = await service.newestIntent()

    await service.changeTerminal(hsn, { script: 'silent' })
    await charge(pos, '1100')
    await press(pos, 'Skip tip')
    await reaches(pos, 'Waiting for the card')
    await press(pos, 'Cancel')
    await reaches(pos, 'Cancelled')
    await showsText(pos, 'No money moved')
    await press(pos, 'New sale')

    await service.changeTerminal(hsn, { script: 'approve' })
    await goTo(pos, 'Payments')
    await choosePin(pos)
    await openPayment(pos, sold.id)
    await pos.getByRole('button', { name: /^Refund/ }).click()
    await expect(heading(pos, 'How much to refund?')).toBeVisible()
    await pos.keyboard.type('500')
    await press(pos, 'Refund $5.00')
    await pos.getByRole('dialog').getByRole('button', { name: 'Refund $5.00' }).click()
    await expect(heading(pos, '$5.00 refunded')).toBeVisible(soon)
    await press(pos, 'Done')

    await pos.keyboard.press('Escape')
    await expect(terminalStatus(pos)).toContainText('Connected', soon)
    await app.passTime(1)
    const first = proxy.seen.length
    // A minute in steps, so that timers set again after each check are counted as well.
    for (let second = 0; second < 60; second += 10) {
      await app.passTime(10_000)
      await expect(terminalStatus(pos)).toContainText('Connected', soon)
    }
    expect(proxy.seen.length - first).toBeLessThanOrEqual(10)
    expect(proxy.refused.filter((request) => request.endsWith('/events'))).toHaveLength(1)
  } finally {
    await proxy.close()
  }
})
