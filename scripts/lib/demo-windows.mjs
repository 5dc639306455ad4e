/**
 * The window whose page is under this address; waits until it is open.
 *
 * @param {import('playwright-core').ElectronApplication} app
 * @param {string} address
 */
export const windowAt = async (app, address) => {
  for (let tries = 0; tries < 200; tries += 1) {
    const page = app.windows().find((window) => window.url().startsWith(address))
    if (page) return page
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No window at ${address} opened within 20 seconds.`)
}

/**
 * Signs on the terminal's pad with the mouse, as a customer would with a finger.
 *
 * @param {import('playwright-core').Page} terminal
 */
export const drawSignature = async (terminal) => {
  const pad = terminal.getByRole('img', { name: /signature/i })
  await pad.waitFor()
  const box = await pad.boundingBox()
  if (!box) throw new Error('The signature pad has no place on the screen.')
  /** @param {number} x @param {number} y shares of the pad, 0..1 */
  const at = (x, y) => /** @type {const} */ ([box.x + box.width * x, box.y + box.height * y])
  await terminal.mouse.move(...at(0.12, 0.65))
  await terminal.mouse.down()
  for (let share = 0; share <= 1; share += 0.04) {
    await terminal.mouse.move(...at(0.12 + 0.72 * share, 0.5 + 0.24 * Math.sin(share * 19) * (1 - share / 2)))
  }
  await terminal.mouse.up()
}
