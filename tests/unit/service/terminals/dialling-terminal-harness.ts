import { onTestFinished } from 'vitest'
import { personAtTheWindow } from '../../../../src-terminal/device/cardholder.ts'
import { createDevice } from '../../../../src-terminal/device/device.ts'
import type { TerminalCredential } from '../../../../src-terminal/link/credential.ts'
import { createLinkPair } from '../../../../src-terminal/link/link.ts'
import { type Counter, hsn, until } from './terminals-harness.ts'

/** A terminal with this credential that dials once. `ends` holds the close codes of its link. */
export function dial(counter: Counter, credential: TerminalCredential) {
  const pair = createLinkPair()
  const ends: number[] = []
  pair.terminal.onClose(({ code }) => ends.push(code))
  counter.module.context.links.accept({ ...pair.service, allow() {} })
  const device = createDevice({ hsn, credential, cardholder: personAtTheWindow, link: pair.terminal })
  onTestFinished(() => device.unplug())
  return { device, ends }
}

export const connected = (of: ReturnType<typeof dial>) => until(() => of.device.connected(), 'the welcome')
export const ended = (of: ReturnType<typeof dial>) => until(() => of.ends.length > 0, 'the end of the link')
