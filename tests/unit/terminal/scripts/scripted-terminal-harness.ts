import { createLinkPair } from '../../../../src-terminal/link/link.ts'
import type { Behaviour } from '../../../../src-terminal/scripts/behaviour.ts'
import { createVirtualTerminal } from '../../../../src-terminal/scripts/virtual-terminal.ts'
import { credential, cryptographyDone, type ServiceEnd, welcomingServiceEnd } from '../device-harness.ts'
import { createManualClock } from '../manual-clock.ts'

/** A scripted terminal and a service that welcomes each of its links. */
export async function scripted(behaviour: Behaviour) {
  const clock = createManualClock()
  const ends: ServiceEnd[] = []
  const terminal = createVirtualTerminal({
    hsn: 'VT-0001',
    credential,
    behaviour,
    clock,
    random: () => 0.5,
    open() {
      const links = createLinkPair()
      const end = welcomingServiceEnd(links.service)
      ends.push(end)
      return links.terminal
    },
  })
  const settle = async () => {
    for (let turn = 0; turn < 40; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      // By the terminal's clock, a card is encrypted at once, however long it really takes.
      await cryptographyDone()
      await clock.pass(1)
    }
  }
  await settle()
  const service = () => {
    const last = ends.at(-1)
    if (last === undefined) throw new Error('the terminal never dialled')
    return last
  }
  const run = async (command: Parameters<ServiceEnd['command']>[0]) => {
    const id = service().command(command)
    await settle()
    return id
  }
  return { clock, terminal, service, ends, run, settle }
}
