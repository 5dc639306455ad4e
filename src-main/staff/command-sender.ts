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
  actingAs<Value>(personId: string | null, command: () => Value): Value
}

export function createCommandSender(personNow: () => string | null): CommandSender {
  const sent = new AsyncLocalStorage<{ readonly person: string | null }>()
  const personId = (): string | null => {
    const by = sent.getStore()
    return by === undefined ? personNow() : by.person
  }
  return {
    personId,
    isIn: () => personId() === personNow(),
    actingAs: (person, command) => sent.run({ person }, command),
  }
}
