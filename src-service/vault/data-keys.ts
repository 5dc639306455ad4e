import { createHash, randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'
import type { KeyService, WrappedKey } from './key-service.ts'
import { agreeOn, type SharedSecrets } from './shared-secrets.ts'

/**
 * Envelope encryption: the vault encrypts data with data keys, which are stored in the database, wrapped by the key
 * service. They are unwrapped at the start and kept in memory, so that no sale waits for the key service or fails with
 * it. A data key encrypts everything until the next one is active, for at most 30 days.
 */
export interface DataKey extends WrappedKey {
  /** Prefix dk_, derived from the key. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly made_at: number
  /** Used for sealing from then on, in ms since the epoch, when every node has read it. */
  readonly seals_from: number
}
export interface DataKeys {
  /** Newest first. Never removed: a key has only 32 bytes, and data may still be sealed with it. */
  readonly keys: readonly DataKey[]
}

export interface DataKeyHolder {
  /** Returns the current keys: the newest that may seal, and all that can open. */
  ring(): KeyRing
  /** Returns the id of the newest key, which seals now or once all nodes have read it. */
  newestId(): string
  /** Returns when the oldest data key was made, in ms: since then only data keys have sealed. */
  since(): number
  /** Reads the keys that other nodes have made. */
  refresh(): Promise<void>
  /**
   * Rewraps all keys if the key service has a new key. Makes a new data key in that case, or when the newest one has
   * reached its maximum age. @throws when the key service cannot be used: then nothing changes.
   */
  renew(): Promise<void>
  /**
   * Like `renew`, for regular calls: if the key service's keys change only by a reload, checks only the data key's age.
   */
  renewInTime(): Promise<void>
}

/** How long a data key is used for sealing, in ms. */
export const dataKeyLifeMs = 30 * 86_400_000
/** Delay before a new key seals, in ms: all nodes read the keys every minute (upkeep.ts). */
const spreadMs = 150_000

interface Parts {
  readonly keyService: KeyService
  /** Unwraps keys that it wrapped before another key service replaced it. */
  readonly formerService: KeyService | null
  readonly secrets: SharedSecrets
  /** Keys that sealed entries directly before there were data keys; they can still open them. */
  readonly former: () => KeyRing['all']
  /** Milliseconds since the epoch, consistent across all nodes. */
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
    if (idOf(bytes) !== key.id)
      throw new Error(`the data key ${key.id} of the vault does not match its id after it was unwrapped`)
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
