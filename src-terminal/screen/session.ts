import { linkCloseCodes } from '../../src-shared/terminal/messages.ts'
import { personAtTheWindow } from '../device/cardholder.ts'
import { createDevice } from '../device/device.ts'
import { systemClock } from '../device/device-clock.ts'
import { type ActivationFailure, activate, activationTroubled, notGenuine, wait } from '../link/activate.ts'
import { credentialText, readCredential, type TerminalCredential } from '../link/credential.ts'
import { keepConnected } from '../link/dialer.ts'
import { openSocketLink } from '../link/socket-link.ts'
import type { Address } from './address.ts'
import type { TerminalStore } from './terminal-store.ts'

/** Like the mechanics of a real terminal, in ms. */
const pace = { readMs: 900, printLineMs: 45 } as const
const retrySeconds = 1.5

/** Joins the merchant and stays connected. The credential survives a reload, but not the window. */
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
  let mayRenew = kept !== null
  const dialer = keepConnected({
    device,
    open: () => openSocketLink((url) => new WebSocket(url), address.serviceUrl),
    clock: systemClock,
    random: Math.random,
    onRefused(reason, code) {
      store.explain(`${reason} Trying again…`)
      if (code !== linkCloseCodes.credentialRefused || !mayRenew) return
      mayRenew = false
      void renew()
    },
  })
  /**
   * For a stored credential with a code that may still be valid. The credential is replaced only if the code's service
   * proves its identity, because the refusal may come from anybody.
   */
  const renew = async () => {
    const { activationCode } = address
    if (activationCode === null) return
    const answer = await activate({ ...address, activationCode })
    if (!answer.ok) return
    dialer.stop()
    keep(answer.value.credential)
    await startSession(address, store)
  }
}

/** Redeems the activation code, however long the service takes to start. */
async function redeem(address: Address, store: TerminalStore): Promise<TerminalCredential | null> {
  const { activationCode } = address
  if (activationCode === null) {
    store.explain('This terminal is not activated. Ask for an activation code.')
    return null
  }
  store.explain('Activating…')
  const answer = await activate(
    { ...address, activationCode },
    {
      pauseBefore(failure) {
        store.explain(
          failure.kind === 'refused' ? failure.error.message : 'The service cannot be reached yet',
        )
        return retrySeconds
      },
      wait,
    },
  )
  if (answer.ok) return answer.value.credential
  store.explain(reasonOf(answer.error))
  return null
}

function reasonOf(failure: ActivationFailure): string {
  if (failure === 'not_genuine') return notGenuine
  if (failure === 'troubled') return activationTroubled
  return failure.kind === 'refused' ? failure.error.message : failure.reason
}
