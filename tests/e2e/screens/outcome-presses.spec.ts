import { snapshots } from '../../pictures/snapshots.ts'
import { askedOfMain, pushSnapshot } from '../../pictures/support/fake-bridge.ts'
import type { ScreenHost } from '../../pictures/support/screen-host.ts'
import { expect, test } from '../support/screens.ts'

/** Shows the payment. @returns the middle of its Cancel */
async function middleOfCancel({
  page,
  show,
}: ScreenHost): Promise<{ readonly x: number; readonly y: number }> {
  await show(snapshots.authorizing)
  const box = await page.getByRole('button', { name: 'Cancel', exact: true }).boundingBox()
  if (box === null) throw new Error('Cancel is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a finger that came down on Cancel presses nothing of the screen that came meanwhile', async ({
  host,
}) => {
  const { page } = host
  const at = await middleOfCancel(host)
  const screen = await page.context().newCDPSession(page)
  try {
    await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    await pushSnapshot(page, { ...snapshots['deciding-after-cancel'], revision: 2 })
    await expect(page.locator('[inert]')).toHaveCount(0)
    await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    // The tap that it ends is handled before what comes next.
    await page.mouse.move(1, 1)
    expect(await askedOfMain(page)).toEqual([])
    // The next one began here.
    await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => askedOfMain(page)).toHaveLength(1)
  } finally {
    await screen.detach()
  }
})

for (const name of ['approved', 'declined', 'deciding-after-cancel', 'stopped-voided', 'tab-open'] as const) {
  const outcome = { ...snapshots[name], revision: 2 }

  test(`a press on Cancel just as another screen comes presses nothing of that: ${name}`, async ({
    host,
  }) => {
    const { page } = host
    const at = await middleOfCancel(host)
    const underPress = await page.evaluate(
      ([next, kind, { x, y }]) =>
        new Promise<string | null>((resolve) => {
          new MutationObserver((_changes, observer) => {
            if (document.querySelector(`main[data-sale-state=${kind}]`) === null) return
            observer.disconnect()
            resolve(document.elementFromPoint(x, y)?.closest('button')?.textContent ?? null)
          }).observe(document.body, { subtree: true, childList: true, attributes: true })
          window.bridgeOfTests.push(JSON.parse(next))
        }),
      [JSON.stringify(outcome), outcome.sale.kind, at] as const,
    )
    expect(underPress).toBeNull()
    await expect(page.locator('[inert]')).toHaveCount(0)
    await page.mouse.click(at.x, at.y)
    await expect.poll(() => askedOfMain(page)).toHaveLength(1)
  })
}
