import { firstRow, nextRow } from '../store/row-writes.ts'
import type { Row, Store } from '../store/store.ts'

/**
 * What every node of a service must have the same, and a restored folder must not change: the key that terminals know
 * it by, the key of the fingerprints. Sealed by the vault before they get here: the store alone opens nothing.
 */
export interface SharedSecrets {
  /** Other nodes read and write them too. */
  readonly shared: boolean
  read<Document>(name: SecretName): Promise<Row<Document> | null>
  /** @param former what it replaces. @returns false when another node wrote in between: nothing was written */
  write<Document>(name: SecretName, document: Document, former: Row<Document> | null): Promise<boolean>
}

export type SecretName = 'data_keys' | 'fingerprint_key' | 'terminal_keys'

const noAccount = ''
/** Nodes write when they start for the first time and when an operator rotates: a handful at once at most. */
const maximumTries = 20

/** @param now ms */
export const secretsIn = (
  store: Pick<Store, 'get' | 'commit' | 'shared'>,
  now: () => number,
): SharedSecrets => ({
  shared: store.shared,
  read: (name) => store.get('service_secret', noAccount, name),
  async write(name, document, former) {
    const kind = 'service_secret'
    const written = await store.commit({
      writes: [
        former === null
          ? { op: 'insert', kind, row: firstRow(noAccount, name, document, now()) }
          : { op: 'update', kind, row: nextRow(former, document, now()) },
      ],
    })
    return written.ok
  },
})

/** For a vault of this process only. */
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
 * Makes or changes a secret so that all nodes end up with the same one, however many do so at the same moment.
 * @param next answers what it was given to leave it as it is; called again when another node was faster
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
  throw new Error(`other nodes change the service's secret "${name}" all the time`)
}
