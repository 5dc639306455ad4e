import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Keeps the sender of the command under way. A command waits for the disk, for a PIN's hash, for its turn; by then the
 * counter may be locked or another person signed in, but records must name the sender.
 */
export interface CommandSender {
  /** During a command its sender; otherwise the person signed in now. */
  personId(): string | null
  /** Whether the sender is still signed in. */
  isIn(): boolean
  actingAs<Value>(personId: string | null, command: () => Promise<Value>): Promise<Value>
}

export function createCommandSender(personNow: () => string | null): CommandSender {
  const sent = new AsyncLocalStorage<{ readonly person: string | null; isUnderWay: boolean }>()
  const personId = (): string | null => {
    const by = sent.getStore()
    return by?.isUnderWay === true ? by.person : personNow()
  }
  return {
    personId,
    isIn: () => personId() === personNow(),
    actingAs(person, command) {
      // Longer work that the command starts, such as following a stream, does not count as part of the command.
      const by = { person, isUnderWay: true }
      return sent.run(by, command).finally(() => {
        by.isUnderWay = false
      })
    },
  }
}
