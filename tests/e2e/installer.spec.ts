import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { joinTerminal } from '../support/join-terminal.ts'
import { launchApp } from './support/app.ts'
import { charge, emptyCharge, expect, heading, hsn, readyToSell, terminalStatus } from './support/counter.ts'
import { isKept } from './support/kept-sale.ts'
import { backToCounter, choosePin, enter, enterPin, goTo, isOpen } from './support/staff-areas.ts'
import { test } from './support/trouble.ts'
import { button, card, openTerminal, tryOperation } from './support/try-operation.ts'

const terminalProgram = join(projectRoot, 'dist/terminal/cli.js')
test.describe('the installer', () => {
  let terminal: ChildProcess | null = null
  test.afterEach(() => {
    terminal?.kill('SIGKILL')
    terminal = null
  })

  test('the installer pairs a terminal by code, checks it, selects it for the counter and charges on it', async ({
    service,
  }) => {
    await service.plugTerminal({ hsn })
    const app = await launchApp({ service })
    await readyToSell(app.pos)
    await goTo(app.pos, 'Terminals')
    await choosePin(app.pos)
    await expect(card(app, hsn)).toContainText('This counter’s')
    await button(app, 'Pair a terminal').click()
    await app.pos.getByLabel('Serial number').fill('CLI-7')
    await app.pos.keyboard.press('Enter')
    await expect(heading(app.pos, 'Type this code on the terminal')).toBeVisible()
    await expect(app.pos.getByRole('timer')).toHaveText(/14:\d\d|15:00/)
    const shown = await app.pos.locator('p[translate="no"]').innerText()
    const code = shown.replace(/\D/g, '')
    expect(code).toHaveLength(8)
    // A wrong code is typed first.
    const mistyped = code === '00000000' ? '00000001' : '00000000'
    await expect(joinTerminal(service.client, 'CLI-7', mistyped)).rejects.toThrow(/not activated/)
    await expect(app.pos.getByText('A wrong code was typed on the terminal. Check the digits.')).toBeVisible()
    const args = [terminalProgram, '--service', service.url, '--hsn', 'CLI-7', '--activation-code', code]
    terminal = spawn(process.execPath, [...args, '--script', 'approve'], { stdio: 'ignore' })
    await expect(heading(app.pos, 'Paired')).toBeVisible()
    await button(app, 'Show the terminal').click()
    await button(app, 'Use for this counter').click()
    await expect(button(app, 'Use for this counter')).toBeHidden()
    await app.pos.keyboard.press('Escape')
    await app.pos.keyboard.press('Escape')
    await expect(emptyCharge(app.pos)).toBeVisible()
    await expect(terminalStatus(app.pos)).toContainText('CLI-7')
    await expect(terminalStatus(app.pos)).toContainText('Connected')
    await charge(app.pos, '2100')
    await expect(heading(app.pos, 'Approved')).toBeVisible()
    expect((await service.newestIntent()).latest_payment).toMatchObject({ status: 'captured' })
    await app.pos.keyboard.press('Enter')
    await expect(emptyCharge(app.pos)).toBeVisible()
    await isKept(app, service, 'ready')
    await app.kill()

    const again = await launchApp({ service, userData: app.userData })
    await readyToSell(again.pos)
    await goTo(again.pos, 'Terminals')
    await enterPin(again.pos)
    await isOpen(again.pos)
    await expect(card(again, 'CLI-7')).toContainText('This counter’s')

    // The terminal is released elsewhere: the counter shows that, instead of asking to check its cable.
    const released = await service.client.call('terminals.release', { body: { hsn: 'CLI-7' } })
    expect(released.ok).toBe(true)
    await expect(card(again, 'CLI-7')).toBeHidden()
    await expect(heading(again.pos, /^This counter’s terminal, .*CLI-7, does not belong/)).toBeVisible()
    await again.kill()

    // The same after a restart, when only its serial number is known.
    const later = await launchApp({ service, userData: app.userData })
    await expect(terminalStatus(later.pos)).toContainText('Not this shop’s')
    await expect(heading(later.pos, 'This terminal does not belong to this shop')).toBeVisible()
    await expect(button(later, 'Terminals')).toBeEnabled()
    await goTo(later.pos, 'Terminals')
    await enterPin(later.pos)
    await isOpen(later.pos)
    await expect(heading(later.pos, /^This counter’s terminal, CLI-7, does not belong/)).toBeVisible()
    await expect(later.pos.getByText('It may have been released, or moved to another account')).toBeVisible()
    await later.close()
  })

  test('the installer tests every operation of the counter’s terminal and sees its result', async ({
    shop,
  }) => {
    const { app, service } = await shop()
    const earlier = new Set((await service.intents()).map(({ id }) => id))
    await enter(app.pos, 'Terminals')
    await openTerminal(app, hsn)
    const diagnostics: readonly (readonly [string, string, string])[] = [
      ['Answer', 'Ask', 'Answered'],
      ['Version', 'Ask for it', 'Version'],
      ['Clock', 'Set the clock', 'Clock was off by'],
      ['Show a text', 'Show it', 'Hello from the counter'],
      ['Yes or no', 'Ask the customer', 'Customer said yes'],
      ['Typed answer', 'Ask the customer', 'Typed'],
      ['Tip', 'Ask for a tip', 'Total'],
      ['Read a card', 'Read a card', '1111'],
      ['Type a card', 'Type a card', '1111'],
      ['Test sale by card (voided)', 'Charge and void', 'Customer keeps the money'],
      ['Test sale, card typed (voided)', 'Charge and void', 'Customer keeps the money'],
      ['Print', 'Print', 'Printed'],
    ]
    for (const [name, run, fact] of diagnostics) {
      const result = await tryOperation(app, name, run)
      await expect(result, name).toContainText('It worked')
      await expect(result, name).toContainText(fact)
      await app.pos.getByRole('button', { name, exact: true, expanded: true }).click()
    }
    const signed = await tryOperation(app, 'Signature', 'Ask for a signature')
    await expect(signed.getByRole('img', { name: 'The signature that was drawn' })).toBeVisible()
    const made = (await service.intents()).filter(({ id }) => !earlier.has(id))
    expect(made.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    await backToCounter(app.pos)
  })

  test('the installer stops a prompt on the terminal', async ({ shop }) => {
    const { app, service } = await shop({ script: 'silent' })
    await enter(app.pos, 'Terminals')
    await openTerminal(app, hsn)
    const result = await tryOperation(app, 'Test sale by card (voided)', 'Charge and void')
    await button(app, 'Stop').click()
    await expect(result).toContainText('It did not work')
    expect((await service.newestIntent()).status).toBe('cancelled')
    await backToCounter(app.pos)
  })

  test('the installer sees which counter uses another terminal, and cannot test it meanwhile', async ({
    shop,
  }) => {
    const { app, service } = await shop()
    await service.plugTerminal({ hsn: 'VT-E2E-2' })
    const body = { hsn: 'VT-E2E-2', client: { id: 'the-other-counter', name: 'Counter 7' } }
    const held = await service.client.call('terminals.connect', { body })
    expect(held.ok).toBe(true)
    await enter(app.pos, 'Terminals')
    await openTerminal(app, 'VT-E2E-2')
    const result = await tryOperation(app, 'Show a text', 'Show it')
    await expect(result).toContainText('Counter 7')
    const ping = await service.client.call('terminals.ping', {
      body: { hsn: 'VT-E2E-2' },
      sessionKey: held.ok ? held.value.session_key : '',
    })
    expect(ping.ok).toBe(true)
    await backToCounter(app.pos)
  })
})
