import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { VirtualTerminal } from '../../src-shared/api/schemas/sandbox.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { virtualClaimCode } from '../../src-shared/terminal/claim-code.ts'
import { describeScreen } from '../../src-terminal/device/describe-screen.ts'
import { type Activated, activateBy } from '../../src-terminal/link/activate.ts'
import type { TerminalCredential } from '../../src-terminal/link/credential.ts'
import { createLinkPair } from '../../src-terminal/link/link.ts'
import type { Behaviour } from '../../src-terminal/scripts/behaviour.ts'
import {
  createVirtualTerminal,
  type VirtualTerminal as Plugged,
} from '../../src-terminal/scripts/virtual-terminal.ts'
import { wordsIn } from '../../src-terminal/words/terminal-words.ts'
import type { Caller } from '../caller.ts'
import { issueActivationCode } from '../terminals/activation/issue.ts'
import { answerShares, redeemActivationCode } from '../terminals/activation/redeem.ts'
import { ownTerminal } from '../terminals/terminal-access.ts'
import type { TerminalContext } from '../terminals/terminal-context.ts'

interface Entry {
  readonly terminal: Plugged
  readonly script: VirtualTerminal['script']
}

/** The virtual terminals in this process. They join, connect and communicate like any others, but without a network. */
export interface VirtualTerminals {
  /** Activates and plugs in a terminal, replacing one with the same hsn. Resolves when it is connected. */
  plug(caller: Caller, hsn: string, behaviour: Behaviour): Promise<Result<VirtualTerminal, ServiceError>>
  change(caller: Caller, hsn: string, behaviour: Behaviour): Promise<Result<VirtualTerminal, ServiceError>>
  show(caller: Caller, hsn: string): Promise<Result<VirtualTerminal, ServiceError>>
  unplug(caller: Caller, hsn: string): Promise<Result<null, ServiceError>>
  unplugAll(): void
}

export function createVirtualTerminals(context: TerminalContext): VirtualTerminals {
  const plugged = new Map<string, Entry>()

  const report = (hsn: string, { terminal, script }: Entry): VirtualTerminal => {
    const { name, lines } = describeScreen(terminal.device.screen(), wordsIn(terminal.device.language()))
    return {
      hsn,
      connected: context.links.isLinked(hsn) && terminal.device.connected(),
      script,
      screen: { name, lines: [...lines] },
      claim_code: virtualClaimCode(hsn),
      printed: terminal.device.printed().map((receipt) => [...receipt]),
    }
  }
  const find = async (caller: Caller, hsn: string): Promise<Result<Entry, ServiceError>> => {
    const own = await ownTerminal(context, caller, hsn)
    if (!own.ok) return own
    const entry = plugged.get(hsn)
    return entry === undefined ? err(notPlugged(hsn)) : ok(entry)
  }

  return {
    async plug(caller, hsn, behaviour) {
      const issued = await issueActivationCode(context, caller, { hsn })
      if (!issued.ok) return issued
      const activated = await join(context, hsn, issued.value.code)
      if (!activated.ok) return activated
      plugged.get(hsn)?.terminal.unplug()
      const entry = {
        terminal: await connect(context, hsn, activated.value.credential, behaviour),
        script: behaviour.script ?? 'approve',
      }
      plugged.set(hsn, entry)
      return ok(report(hsn, entry))
    },
    async change(caller, hsn, behaviour) {
      const found = await find(caller, hsn)
      if (!found.ok) return found
      const entry = { terminal: found.value.terminal, script: behaviour.script ?? 'approve' }
      plugged.set(hsn, entry)
      entry.terminal.change(behaviour)
      return ok(report(hsn, entry))
    },
    async show(caller, hsn) {
      const found = await find(caller, hsn)
      return found.ok ? ok(report(hsn, found.value)) : found
    },
    async unplug(caller, hsn) {
      const found = await find(caller, hsn)
      if (!found.ok) return found
      plugged.delete(hsn)
      found.value.terminal.unplug()
      return ok(null)
    },
    unplugAll() {
      for (const { terminal } of plugged.values()) terminal.unplug()
      plugged.clear()
    },
  }
}

/** Activates the terminal as any other, but without a network in between. */
async function join(
  context: TerminalContext,
  hsn: string,
  activationCode: string,
): Promise<Result<Activated, ServiceError>> {
  const activated = await activateBy<ServiceError>(
    {
      begin: async ({ share }) => {
        const [service_share, ...further_shares] = await answerShares(context, hsn, share)
        return ok({ service_share, further_shares })
      },
      async finish({ share, proof, further_proofs = [], device_type: deviceType }) {
        const proofs = [proof, ...further_proofs]
        const redeemed = await redeemActivationCode(context, { hsn, share, proofs, deviceType })
        return redeemed.ok ? ok(redeemed.value.activated) : redeemed
      },
    },
    { hsn, activationCode },
  )
  if (activated.ok) return activated
  if (activated.error !== 'not_genuine') return err(activated.error)
  throw new Error(`the virtual terminal ${hsn} does not know this service`)
}

/** Resolves when the terminal is connected, or after the time limit for that. */
function connect(
  context: TerminalContext,
  hsn: string,
  credential: TerminalCredential,
  behaviour: Behaviour,
): Promise<Plugged> {
  return new Promise((resolve) => {
    const done = () => {
      stopWaiting()
      resolve(terminal)
    }
    const stopWaiting = context.realTimer(context.timings.helloMs, done)
    const terminal = createVirtualTerminal({
      hsn,
      credential,
      behaviour,
      clock: context.clock,
      open() {
        const pair = createLinkPair()
        context.links.accept({ ...pair.service, allow() {} })
        return pair.terminal
      },
      onChange: ({ kind }) => {
        if (kind === 'connected') done()
      },
      // The link is inside this process, so the refusal surely comes from the service.
      onRefused(reason) {
        terminal.unplug()
        context.log.info({ hsn, reason }, 'sandbox.terminal_hung_up')
      },
    })
  })
}

const notPlugged = (hsn: string): ServiceError =>
  serviceError(
    'resource_missing',
    `There is no virtual terminal ${hsn}. Create one with POST /sandbox/virtual_terminals.`,
    { param: 'hsn' },
  )
