import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Who sent the command that is under way. It waits for the disk, for a PIN's hash, for its turn: by then the counter may
 * have locked, or somebody else taken over, and what is written down names who sent it.
 */
export interface CommandSender {
  /** In the midst of a command, whoever sent it; else whoever is in now. */
  personId(): string | null
  /** Whoever sent it is in yet. */
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
      // What it has set going, such as a stream that is followed from then on, is nobody's command.
      const by = { person, isUnderWay: true }
      return sent.run(by, command).finally(() => {
        by.isUnderWay = false
      })
    },
  }
}
