import { linkCloseCodes } from '../../src-shared/terminal/messages.ts'
import { personAtTheWindow } from '../device/cardholder.ts'
import { createDevice } from '../device/device.ts'
import { systemClock } from '../device/device-clock.ts'
import { activate, notGenuine } from '../link/activate.ts'
import { credentialText, readCredential, type TerminalCredential } from '../link/credential.ts'
import { keepConnected } from '../link/dialer.ts'
import { openSocketLink } from '../link/socket-link.ts'
import type { Address } from './address.ts'
import type { TerminalStore } from './terminal-store.ts'

/** As long as the mechanics of a real one take, ms. */
const pace = { readMs: 900, printLineMs: 45 } as const
const retryMs = 1500

/** Joins the merchant and stays on the line. The credential outlives a reload, not the window. */
export async function startSession(address: Address, store: TerminalStore): Promise<void> {
  const place = `countertop.terminal ${address.serviceUrl} ${address.hsn}`
  const kept = readCredential(sessionStorage.getItem(place) ?? '')
  const credential = kept ?? (await redeem(address, store))
  if (credential === null) return
  const keep = (now: TerminalCredential) => sessionStorage.setItem(place, credentialText(now))
  keep(credential)
  const device = createDevice({
    hsn: address.hsn,
    credential,
    cardholder: personAtTheWindow,
    pace,
    onChange: store.onChange,
    onServiceKey: (serviceKey) => keep({ ...credential, serviceKey }),
  })
  store.attach(device)
  keepConnected({
    device,
    open: () => openSocketLink((url) => new WebSocket(url), address.serviceUrl),
    clock: systemClock,
    random: Math.random,
    onGivenUp(reason, code) {
      store.explain(reason)
      if (code !== linkCloseCodes.credentialRefused) return
      sessionStorage.removeItem(place)
      // A credential of before: the code may still be good. One that was just issued: it is not ours to insist.
      if (kept !== null) void startSession(address, store)
    },
  })
}

/** Redeems the activation code, however long the service takes to be there. */
async function redeem(address: Address, store: TerminalStore): Promise<TerminalCredential | null> {
  const { activationCode } = address
  if (activationCode === null) {
    store.explain('This terminal is not activated. Ask for an activation code.')
    return null
  }
  store.explain('Activating…')
  for (;;) {
    const answer = await activate({ ...address, activationCode })
    if (answer.ok) return answer.value.credential
    if (answer.error === 'not_genuine') {
      store.explain(notGenuine)
      return null
    }
    if (answer.error.kind === 'refused') {
      store.explain(answer.error.error.message)
      return null
    }
    store.explain('The service cannot be reached yet')
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}
