import { WebSocket } from 'ws'
import { virtualClaimCode } from '../../src-shared/terminal/claim-code.ts'
import type { TerminalLink } from '../link/link.ts'
import { linkOnceOpen, openSocketLink } from '../link/socket-link.ts'
import { createVirtualTerminal } from '../scripts/virtual-terminal.ts'
import { readArguments, usage } from './arguments.ts'
import { keep, obtainCredential } from './credential.ts'
import { writeChange, writeEvent } from './events.ts'

// The headless virtual terminal. Exit codes: 0 after SIGTERM or SIGINT, 1 if activation failed, 2 for a wrong command
// line.

const exitCodes = { stopped: 0, refused: 1, usage: 2 } as const

async function run(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    process.stdout.write(usage)
    return
  }
  const given = readArguments(args)
  if (!given.ok) {
    process.stderr.write(`${given.error}\n\n${usage}`)
    process.exitCode = exitCodes.usage
    return
  }
  const stopEarly = () => process.exit(exitCodes.stopped)
  process.once('SIGTERM', stopEarly).once('SIGINT', stopEarly)
  const { serviceUrl, serialPath, hsn, behaviour } = given.value
  // The claim code that a real terminal has on its back, which proves that the terminal is at hand.
  writeEvent('switched_on', { hsn, claim_code: virtualClaimCode(hsn) })
  const answer = await obtainCredential(given.value)
  if (!answer.ok) {
    writeEvent('refused', { reason: answer.error })
    process.exitCode = exitCodes.refused
    return
  }
  if (answer.value.name !== null) writeEvent('activated', { hsn, name: answer.value.name })
  const { credential } = answer.value
  const terminal = createVirtualTerminal({
    hsn,
    credential,
    behaviour,
    open: () =>
      serialPath === null
        ? openSocketLink((url) => new WebSocket(url), serviceUrl)
        : openSerialLink(serialPath),
    onChange: writeChange,
    onServiceKey: (serviceKey) => void keep(given.value, { ...credential, serviceKey }),
    onRefused: (reason) => writeEvent('refused', { reason, dialing: 'slowly' }),
  })
  process.off('SIGTERM', stopEarly).off('SIGINT', stopEarly)
  const stop = () => {
    terminal.unplug()
    writeEvent('stopped')
    // Only a closing socket may still keep the process alive; it gets half a second.
    setTimeout(() => process.exit(), 500).unref()
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
}

/** Loads the serial port library only when it is needed. */
async function openSerialLink(path: string): Promise<TerminalLink> {
  const { openSerialSocket } = await import('./serial-socket.ts')
  return linkOnceOpen(() => openSerialSocket(path), path)
}

await run(process.argv.slice(2))
