import { createHash, randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'
import type { KeyService, WrappedKey } from './key-service.ts'
import { agreeOn, type SharedSecrets } from './shared-secrets.ts'

/**
 * Envelope encryption: what the vault seals, it seals with a data key; the data keys rest in the database, wrapped by the
 * key service. They are unwrapped at the start and kept in memory, so that no sale waits for the key service, or fails
 * with it. A data key seals a batch: what comes until the next one, at most 30 days.
 */
export interface DataKey extends WrappedKey {
  /** dk_, derived from the key. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly made_at: number
  /** Seals from then on, when every node has read it. */
  readonly seals_from: number
}
export interface DataKeys {
  /** The newest first. Never removed: each is 32 bytes, and something may still be sealed with it. */
  readonly keys: readonly DataKey[]
}

export interface DataKeyHolder {
  /** Of the moment: the newest key that seals, and all that open. */
  ring(): KeyRing
  /** Of the one that seals, or will when all nodes know it. */
  newestId(): string
  /** When the oldest was made, ms: nothing has been sealed by anything else from then on. */
  since(): number
  /** Reads what other nodes have made. */
  refresh(): Promise<void>
  /**
   * Wraps all keys anew where the key service has another key now, and makes a new data key then, or when the last one has
   * served its time. @throws when the key service cannot be used: then everything stays as it was.
   */
  renew(): Promise<void>
  /** The same from time to time: where the key service's keys come with a reload only, by the data key's age alone. */
  renewInTime(): Promise<void>
}

/** How long a data key seals, ms. */
export const dataKeyLifeMs = 30 * 86_400_000
/** All nodes read the keys every minute (upkeep.ts); a new one waits for them. ms */
const spreadMs = 150_000

interface Parts {
  readonly keyService: KeyService
  /** Unwraps what it wrapped before another key service took its place. */
  readonly formerService: KeyService | null
  readonly secrets: SharedSecrets
  /** Keys that sealed entries themselves before there were data keys: they still open. */
  readonly former: () => KeyRing['all']
  /** Milliseconds since the epoch, on all nodes alike. */
  readonly now: () => number
}

export async function openDataKeys(parts: Parts): Promise<DataKeyHolder> {
  const { keyService, formerService, secrets, former, now } = parts
  const unwrapped = new Map<string, Buffer>()
  let keys: readonly DataKey[] = []
  let ringNow: { readonly ring: KeyRing; readonly until: number } | null = null

  const make = async (spread: boolean): Promise<DataKey> => {
    const bytes = randomBytes(32)
    const made_at = now()
    const id = idOf(bytes)
    unwrapped.set(id, bytes)
    return {
      id,
      made_at,
      seals_from: spread ? made_at + spreadMs : made_at,
      ...(await keyService.wrap(bytes)),
    }
  }
  const open = async (key: DataKey): Promise<Buffer> => {
    const known = unwrapped.get(key.id)
    if (known !== undefined) return known
    const isFormer = former().some(({ id }) => id === key.key_id)
    const bytes = await (isFormer ? (formerService ?? keyService) : keyService).unwrap(key)
    if (idOf(bytes) !== key.id) throw new Error(`the data key ${key.id} of the vault is not what was wrapped`)
    unwrapped.set(key.id, bytes)
    return bytes
  }
  const take = async (kept: DataKeys) => {
    for (const key of kept.keys) await open(key)
    keys = kept.keys
    ringNow = null
  }
  const renewed = async (kept: DataKeys | null, checksKey: boolean): Promise<DataKeys> => {
    const [newest] = kept?.keys ?? []
    if (kept === null || newest === undefined) return { keys: [await make(false)] }
    const current = await keyService.currentKeyId()
    const isWrapped = !checksKey || kept.keys.every(({ key_id }) => key_id === current)
    if (isWrapped && now() < newest.made_at + dataKeyLifeMs) return kept
    const rewrapped: DataKey[] = []
    for (const key of kept.keys) {
      const bytes = await open(key)
      rewrapped.push(key.key_id === current ? key : { ...key, ...(await keyService.wrap(bytes)) })
    }
    return { keys: [await make(secrets.shared), ...rewrapped] }
  }
  const renew = async (checksKey = true) =>
    take(await agreeOn<DataKeys>(secrets, 'data_keys', (kept) => renewed(kept, checksKey)))

  const makeRing = () => {
    const all = [...keys.map(({ id }) => ({ id, bytes: unwrapped.get(id) ?? Buffer.alloc(0) })), ...former()]
    const [newest] = keys
    const sealing = keys.find(({ seals_from }) => seals_from <= now()) ?? keys.at(-1)
    const active = all.find(({ id }) => id === sealing?.id)
    if (active === undefined) throw new Error('the vault has no data key')
    const until = newest === undefined || newest === sealing ? Number.POSITIVE_INFINITY : newest.seals_from
    return { ring: { active, all }, until }
  }

  await renew()
  return {
    ring() {
      if (ringNow === null || now() >= ringNow.until) ringNow = makeRing()
      return ringNow.ring
    },
    newestId: () => keys[0]?.id ?? '',
    since: () => keys.at(-1)?.made_at ?? now(),
    async refresh() {
      const kept = await secrets.read<DataKeys>('data_keys')
      if (kept !== null) await take(kept.document)
    },
    renew: () => renew(),
    renewInTime: () => renew(keyService.rotatesByItself),
  }
}

const idOf = (bytes: Buffer): string => `dk_${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`
