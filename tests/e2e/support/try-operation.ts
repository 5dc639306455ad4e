import type { TestApp } from './app.ts'
import { expect, heading } from './counter.ts'

export const button = (app: TestApp, name: string | RegExp) => app.pos.getByRole('button', { name })
export const card = (app: TestApp, serial: string) => app.pos.locator(`button[data-hsn="${serial}"]`)

/** Opens the page of a terminal in the installer's list. */
export async function openTerminal(app: TestApp, serial: string): Promise<void> {
  await card(app, serial).click()
  await expect(heading(app.pos, 'Try it out')).toBeVisible()
}

/** Runs one operation in its panel. @returns the result shown on the page */
export async function tryOperation(app: TestApp, name: string, run: string) {
  await app.pos.getByRole('button', { name, exact: true, expanded: false }).click()
  const panel = app.pos
    .getByRole('listitem')
    .filter({ has: app.pos.getByRole('button', { name, exact: true, expanded: true }) })
  // The button that opens the panel may have the same name; the one in the panel comes after it.
  await panel.getByRole('button', { name: run, exact: true }).last().click()
  return panel.getByRole('status').filter({ hasText: /It worked|It did not work/ })
}
