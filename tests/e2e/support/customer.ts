import type { Page } from '@playwright/test'

/** Actions of a customer in the virtual terminal's window, by mouse. */

export async function chooseTip(terminal: Page, name: RegExp): Promise<void> {
  await terminal.getByRole('button', { name }).click()
}

export async function insertVisa(terminal: Page): Promise<void> {
  await terminal.getByRole('button', { name: 'Visa credit ending 1111', exact: true }).click()
  await terminal.getByRole('button', { name: 'Insert card' }).click()
}

/** Waits until the terminal asks to remove the card, which it does once the bank has answered. */
export async function takeCardOut(terminal: Page): Promise<void> {
  await terminal.getByRole('status').filter({ hasText: 'Remove card' }).waitFor()
  await terminal.getByRole('button', { name: 'Remove card' }).click()
}

export async function drawSignature(terminal: Page): Promise<void> {
  const pad = terminal.getByRole('img', { name: 'Signature pad' })
  await pad.waitFor()
  const box = await pad.boundingBox()
  if (box === null) throw new Error('the signature pad has no place on the screen')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await terminal.mouse.move(...at(0.12, 0.65))
  await terminal.mouse.down()
  for (let share = 0; share <= 1; share += 0.04) {
    await terminal.mouse.move(...at(0.12 + 0.72 * share, 0.5 + 0.24 * Math.sin(share * 19) * (1 - share / 2)))
  }
  await terminal.mouse.up()
}

export async function finishSignature(terminal: Page): Promise<void> {
  await terminal.getByRole('button', { name: 'Done' }).click()
}
