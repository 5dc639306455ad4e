import { z } from 'zod'
import type { ReceiptData } from '../../src-shared/api/schemas/payment.ts'
import {
  contactIn,
  type ShopContact,
  unknownContact,
  withoutGaps,
} from '../../src-shared/receipt/shop-contact.ts'
import { shopContactSchema } from '../../src-shared/receipt/shop-contact-schema.ts'
import type { Log } from '../log.ts'
import type { DataPaths } from '../paths.ts'
import { jsonFile } from '../settings/json-file.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'

/**
 * What a service has reported of its shop, '' where unknown: printed on papers also while the service is unreachable.
 */
const knownShopSchema = z.object({
  name: z.string(),
  /** As the account reports it. */
  account: shopContactSchema,
  /** As on the terminal's receipt of the latest sale. */
  printed: shopContactSchema.extend({ dba: z.string() }),
})
type ShopRecord = z.infer<typeof knownShopSchema>

const nothing: ShopRecord = {
  name: '',
  account: unknownContact,
  printed: { ...unknownContact, dba: '' },
}

const placeOf = ({ address1, address2 }: ShopContact): string => `${address1}\n${address2}`.trim()

interface Learned {
  readonly name: string | null
  readonly contact: ShopContact | null
}

export interface KnownShop {
  /**
   * Loads what former runs learned of an account, before anything is printed for it, and adds what its service reports.
   * @param shop null where the service does not report it
   */
  open(accountId: string, shop?: Learned | null): Promise<void>
  /** Takes what the account reports; null for what it does not. */
  learned(shop: Learned): void
  /** Takes the receipt of a sale just made: the only source at a service that follows only the specification. */
  printed(data: ReceiptData): void
}

/**
 * The name, the address and the phone at the top of printed papers. What the terminal prints takes precedence over what
 * the account reports, so that two papers of one sale name the same shop.
 */
export function createKnownShop(options: {
  readonly paths: Pick<DataPaths, 'knownShop'>
  readonly snapshot: SnapshotPublisher
  readonly log: Log
}): KnownShop {
  const { paths, snapshot, log } = options
  let account: string | null = null
  let file: ReturnType<typeof fileOf> | null = null
  let known = nothing
  let opening = Promise.resolve()

  const fileOf = (accountId: string) =>
    jsonFile(paths.knownShop(accountId), knownShopSchema, nothing, { keepsGood: true })

  function publish(): void {
    const { name, account, printed } = known
    const shown = printed.dba || name
    snapshot.update({
      merchant_contact: withoutGaps(printed, account),
      ...(shown === '' ? {} : { merchant_name: shown }),
    })
  }

  /** Does not wait for the disk: what could not be written is learned again. */
  function change(changes: Partial<ShopRecord>): void {
    const before = JSON.stringify(known)
    known = { ...known, ...changes }
    if (JSON.stringify(known) === before) return
    publish()
    file?.write(known).catch((error: unknown) => log.warn({ err: error }, 'shop.not_written'))
  }

  async function read(from: NonNullable<typeof file>): Promise<void> {
    try {
      known = await from.read()
    } catch (error) {
      log.warn({ err: error }, 'shop.not_read')
    }
    publish()
  }

  function learned({ name, contact }: Learned): void {
    const byAccount = contact === null ? known.account : withoutGaps(contact, known.account)
    // After a move the address on a former receipt is out of date.
    const hasMoved = placeOf(known.account) !== '' && placeOf(byAccount) !== placeOf(known.account)
    change({
      name: name || known.name,
      account: byAccount,
      ...(hasMoved && { printed: { ...unknownContact, dba: known.printed.dba } }),
    })
  }

  return {
    async open(accountId, shop = null) {
      // The account is the same when the service merely came up again.
      if (account !== accountId) {
        account = accountId
        known = nothing
        file = fileOf(accountId)
        opening = read(file)
      }
      await opening
      if (shop !== null) learned(shop)
    },
    learned,
    printed(data) {
      const { printed } = known
      change({ printed: { ...withoutGaps(contactIn(data), printed), dba: data.dba || printed.dba } })
    },
  }
}
