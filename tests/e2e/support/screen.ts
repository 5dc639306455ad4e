import type { Locator, Page } from '@playwright/test'
import { expect, heading } from './counter.ts'

/** What a cashier reads and presses; `soon` is long enough for a slow machine. */
export const soon = { timeout: 60_000 }
export const press = (pos: Page, name: string) => pos.getByRole('button', { name, exact: true }).click()
/** Clicks twice before the page can be redrawn, like a trembling finger or a worn-out mouse. */
export const pressTwice = async (button: Locator) => {
  // Unlike a person's click, a dispatched click does not wait until the button is enabled.
  await expect(button).toBeEnabled(soon)
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}
export const showsText = (pos: Page, text: string | RegExp) =>
  expect(pos.getByText(text).first()).toBeVisible(soon)
export const reaches = (pos: Page, name: string) => expect(heading(pos, name)).toBeVisible(soon)

/** The tile of a catalogue item. */
export const tile = (pos: Page, name: string): Locator =>
  pos.getByRole('region', { name: 'Items' }).getByRole('button', { name })
