import type { AccountDocument } from '../accounts/documents.ts'
import type { FileDocument } from '../boarding/applications/decide-upload.ts'
import type { ApplicationDocument } from '../boarding/applications/documents.ts'
import { resealDetails, resealFile } from '../boarding/confidential.ts'
import type { ContractorApplicationDocument } from '../contractors/documents.ts'
import type { Services } from '../services.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import { idempotencyWindowMs, type Kind, type Row } from '../store/store.ts'
import type { TerminalDocument } from '../terminals/rows.ts'
import { linkKeyPurpose } from '../terminals/secrets.ts'
import { startPasses } from '../time/passes.ts'
import { type EndpointDocument, secretPurpose } from '../webhooks/documents.ts'
import type { Sealed } from './sealed.ts'
import type { Vault, VaultEntry } from './vault.ts'

type UpkeepServices = Pick<Services, 'store' | 'clock' | 'log' | 'vault'>

/** How often other nodes' data keys are read, in ms. A new key seals only after more than two of these intervals. */
const everyMs = 60_000
const failed = 'vault.upkeep_failed'
/** After how many passes the key service is asked whether it has a new key. */
const passesPerRenewal = 60
/**
 * Saved answers, security codes and activation codes are not resealed, because they expire within an hour. Twice that,
 * in ms.
 */
const shortLivedMs = 2 * idempotencyWindowMs

/**
 * Maintains the vault's keys at the start and then every minute: reads other nodes' data keys, makes a new data key
 * when due, and reseals data of older keys one row at a time while sales continue.
 * @returns the function that stops it; resolves when the current pass has ended.
 */
export function startVaultUpkeep(services: UpkeepServices): () => Promise<void> {
  const { clock, log, vault } = services
  let resealing: Promise<void> | null = null
  let passes = 0
  let resealedTo = ''
  let isReported = false
  /** Reported once, and only when reliable, because operators then remove the file. */
  const reportFormerKeys = () => {
    const { ids, idleSince } = vault.formerKeys()
    if (isReported || ids.length === 0 || clock.verified() < idleSince + shortLivedMs) return
    isReported = true
    log.info({ key_ids: ids }, 'vault.former_keys_unused')
  }
  const reseal = async (isStopped: () => boolean) => {
    try {
      const keyId = vault.sealingKeyId()
      if (resealedTo !== keyId && (await resealEntries(services, keyId, isStopped))) resealedTo = keyId
      if (resealedTo === keyId) reportFormerKeys()
    } catch (error) {
      log.warn({ err: error }, failed)
    }
  }
  const stop = startPasses(services, { everyMs, failed }, async (isStopped) => {
    const isRenewal = passes % passesPerRenewal === 0
    passes += 1
    try {
      await (isRenewal ? vault.renewKeys() : vault.refreshKeys())
    } finally {
      // Not awaited: resealing a long table must not delay reading the keys with which other nodes already seal.
      if (!isStopped()) {
        resealing ??= reseal(isStopped).finally(() => {
          resealing = null
        })
      }
    }
  })
  return async () => {
    await stop()
    await resealing
  }
}

/**
 * Reseals all lasting data that another key has sealed: cards, keys of terminal links, the tax, birth and bank data of
 * accounts, applications and contractors with their files, and the secrets of webhook endpoints.
 * @returns whether none is left; false when some rows were changed by others at that moment, or could not be opened.
 */
export async function resealEntries(
  services: UpkeepServices,
  keyId: string,
  isStopped: () => boolean = () => false,
): Promise<boolean> {
  const { log, vault } = services
  const reseal = <Document>(kind: ResealedKind, document: (row: Row<Document>) => Document) =>
    resealRows<Document>(services, kind, isStopped, document)
  const withDetails = <Document extends { readonly sealed?: Sealed | null }>({
    id,
    document,
  }: Row<Document>) => withSealed(document, (sealed) => resealDetails(vault, id, sealed))
  const all = [
    await reseal<VaultEntry>('vault_entry', ({ id, document }) =>
      document.key_id === keyId ? document : vault.resealEntry(id, document),
    ),
    await reseal<TerminalDocument>('terminal', ({ document }) => withLinkKeysResealed(vault, document)),
    await reseal<AccountDocument>('account', withDetails),
    await reseal<ApplicationDocument>('application', withDetails),
    await reseal<ContractorApplicationDocument>('contractor_application', withDetails),
    await reseal<EndpointDocument>('webhook_endpoint', ({ id, document }) =>
      withSecretsResealed(vault, id, document),
    ),
    await reseal<FileDocument>('application_document', ({ id, document }) =>
      withSealed(document, (sealed) => resealFile(vault, id, sealed)),
    ),
  ]
  const resealed = all.reduce((sum, one) => sum + one.resealed, 0)
  const left = all.reduce((sum, one) => sum + one.left, 0)
  if (resealed > 0 || left > 0) log.info({ key_id: keyId, resealed, left }, 'vault.entries_resealed')
  return left === 0 && !isStopped()
}

/** @returns `document` itself when nothing has to be resealed. */
function withSealed<Document extends { readonly sealed?: Sealed | null }>(
  document: Document,
  reseal: (sealed: Sealed) => Sealed,
): Document {
  const before = document.sealed
  if (before == null) return document
  const sealed = reseal(before)
  return sealed === before ? document : { ...document, sealed }
}

/** @returns `document` itself when nothing has to be resealed. */
function withLinkKeysResealed(vault: Vault, document: TerminalDocument): TerminalDocument {
  const { hsn, link_key, former_link_key } = document
  const anew = (sealed: Sealed) => vault.resealText(sealed, linkKeyPurpose(hsn))
  const current = link_key == null ? link_key : anew(link_key)
  const former = former_link_key == null ? former_link_key : anew(former_link_key)
  if (current === link_key && former === former_link_key) return document
  return {
    ...document,
    ...(current === undefined ? {} : { link_key: current }),
    ...(former === undefined ? {} : { former_link_key: former }),
  }
}

/** @returns `document` itself when nothing has to be resealed. */
function withSecretsResealed(vault: Vault, id: string, document: EndpointDocument): EndpointDocument {
  const purpose = secretPurpose(id)
  const secret = vault.resealText(document.secret, purpose)
  const former = document.previous_secret
  const previous = former === null ? null : vault.resealText(former.secret, purpose)
  if (secret === document.secret && previous === (former?.secret ?? null)) return document
  return {
    ...document,
    secret,
    previous_secret: former === null || previous === null ? null : { ...former, secret: previous },
  }
}

type ResealedKind = Extract<
  Kind,
  | 'vault_entry'
  | 'terminal'
  | 'account'
  | 'application'
  | 'contractor_application'
  | 'application_document'
  | 'webhook_endpoint'
>

/** @param reseal returns the row's own document to leave it unchanged */
async function resealRows<Document>(
  { store, clock, log }: UpkeepServices,
  kind: ResealedKind,
  isStopped: () => boolean,
  reseal: (row: Row<Document>) => Document,
): Promise<{ readonly resealed: number; readonly left: number }> {
  let resealed = 0
  let left = 0
  // Files may have several megabytes each.
  const atOnce = kind === 'application_document' ? 2 : undefined
  for await (const row of rowsOf<Document>(store, kind, {}, atOnce)) {
    if (isStopped()) break
    try {
      const document = reseal(row)
      if (document === row.document) continue
      const done = await store.commit({ writes: [updateOf(kind, nextRow(row, document, clock.now()))] })
      if (done.ok) resealed += 1
      else left += 1
    } catch (error) {
      left += 1
      log.error({ err: error, kind, id: row.id }, 'vault.entry_not_resealed')
    }
  }
  return { resealed, left }
}
