import { basename } from 'node:path'
import type { AuditAnchor } from '../../src-shared/api/schemas/audit-anchor.ts'
import type { AuditAnchorState, AuditFault, AuditVerification } from '../../src-shared/pos/audit.ts'
import type { AuditAnchors } from './audit-anchors.ts'
import { verifyChain } from './audit-chain.ts'
import { auditFiles, keptHead, linesOf } from './audit-files.ts'

/**
 * Reads a till's audit from its first entry to its last, through all files, and holds it against the head that lies beside
 * and the heads that the service keeps. One line is in memory at a time.
 *
 * @param anchors null: the service is not asked
 */
export async function verifyAuditFiles(
  path: string,
  anchors: AuditAnchors | null,
): Promise<AuditVerification> {
  const [kept, refused] = await Promise.all([anchors?.all('accepted'), anchors?.all('refused')])
  const accepted = kept?.ok ? kept.value : []
  const known = await keptHead(path)
  const verifier = verifyChain(known, accepted.map(anchoredHead))
  const files = await auditFiles(path)
  for (const file of files) {
    let number = 0
    for await (const line of linesOf(file)) verifier.add(line, basename(file), ++number)
  }
  const { head, unchained, faults, recorded } = verifier.end(files.length > 0)
  const newest = accepted.at(-1)
  return {
    entries: head.count,
    unchained,
    files: files.length,
    anchor: stateOf(kept),
    anchors: accepted.length,
    anchored_at: newest?.created_at ?? null,
    faults: [...faults, ...(refused?.ok ? refused.value.map(contradicted) : [])],
    recorded,
  }
}

const anchoredHead = ({ sequence, hash, created_at }: AuditAnchor) => ({
  count: sequence,
  hash,
  at: created_at,
})

const contradicted = ({ sequence, created_at }: AuditAnchor): AuditFault => ({
  kind: 'contradicted',
  entry: sequence,
  at: created_at,
})

function stateOf(kept: Awaited<ReturnType<AuditAnchors['all']>> | undefined): AuditAnchorState {
  if (kept === undefined) return 'not_asked'
  if (!kept.ok) return kept.error
  return kept.value.length === 0 ? 'none' : 'compared'
}
