import { firstRow, insertOf, nextRow, noAccount, updateOf } from '../store/row-writes.ts'
import type { Row, Store } from '../store/store.ts'

/**
 * Secrets that are the same on every node and survive restoring a folder: the keys by which terminals know the service,
 * and the key for fingerprints. They are sealed by the vault before they are stored: the store alone reveals nothing.
 */
export interface SharedSecrets {
  /** Whether other nodes read and write them as well. */
  readonly shared: boolean
  read<Document>(name: SecretName): Promise<Row<Document> | null>
  /**
   * @param former the row that it replaces. @returns false when another node has written in between; nothing was
   *   written
   */
  write<Document>(name: SecretName, document: Document, former: Row<Document> | null): Promise<boolean>
}

export type SecretName = 'data_keys' | 'fingerprint_key' | 'terminal_keys'

/** Maximum tries: nodes write only at their first start and at a rotation, so few write at once. */
const maximumTries = 20

/** @param now ms */
export const secretsIn = (
  store: Pick<Store, 'get' | 'commit' | 'shared'>,
  now: () => number,
): SharedSecrets => ({
  shared: store.shared,
  read: (name) => store.get('service_secret', noAccount, name),
  async write(name, document, former) {
    const write =
      former === null
        ? insertOf('service_secret', firstRow(noAccount, name, document, now()))
        : updateOf('service_secret', nextRow(former, document, now()))
    const written = await store.commit({ writes: [write] })
    return written.ok
  },
})

/** For a vault that exists only in this process. */
export function secretsInMemory(): SharedSecrets {
  const rows = new Map<SecretName, Row>()
  return {
    shared: false,
    read: async <Document>(name: SecretName) => (rows.get(name) as Row<Document> | undefined) ?? null,
    async write(name, document, former) {
      rows.set(name, former === null ? firstRow(noAccount, name, document, 0) : nextRow(former, document, 0))
      return true
    },
  }
}

/**
 * Creates or changes a secret so that all nodes agree on the same one, even if several do so at once.
 * @param next returns its argument to leave the secret unchanged; called again when another node was faster
 */
export async function agreeOn<Document>(
  secrets: SharedSecrets,
  name: SecretName,
  next: (kept: Document | null) => Document | Promise<Document>,
): Promise<Document> {
  for (let tries = 0; tries < maximumTries; tries += 1) {
    const row = await secrets.read<Document>(name)
    const document = await next(row?.document ?? null)
    if (document === row?.document || (await secrets.write(name, document, row))) return document
  }
  throw new Error(
    `the secret "${name}" could not be written: every attempt met a concurrent change by another node`,
  )
}
