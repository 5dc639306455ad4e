import type { Locator, Page } from '@playwright/test'
import { expect, heading } from './counter.ts'

/** What a cashier reads and presses; `soon` is long enough for a loaded machine. */
export const soon = { timeout: 60_000 }
export const press = (pos: Page, name: string) => pos.getByRole('button', { name, exact: true }).click()
/** Two clicks before the page could draw anything: of a finger that trembles, or a mouse that wears out. */
export const pressTwice = async (button: Locator) => {
  // A click of its own, unlike a person's, does not wait for a button that is still off.
  await expect(button).toBeEnabled(soon)
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}
export const showsText = (pos: Page, text: string | RegExp) =>
  expect(pos.getByText(text).first()).toBeVisible(soon)
export const reaches = (pos: Page, name: string) => expect(heading(pos, name)).toBeVisible(soon)

/** An item of the catalogue, as it is tapped. */
export const tile = (pos: Page, name: string): Locator =>
  pos.getByRole('region', { name: 'Items' }).getByRole('button', { name })
