import type { AuditAnchor } from '../../src-shared/api/schemas/audit-anchor.ts'
import type { AuditAnchorState, AuditFault, AuditVerification } from '../../src-shared/pos/audit/audit.ts'
import type { AuditAnchors } from './audit-anchors.ts'
import { verifyChain } from './audit-chain.ts'
import { notWritten, readStanding, type StandStill } from './standing-audit.ts'

/**
 * Verifies a counter's audit from its first entry to its last, through all files, against the head kept beside it and
 * the heads kept by the service. Only one line is in memory at a time.
 *
 * @param anchors null: the service is not asked
 * @param still as in `readStanding`: needed where entries are written meanwhile
 */
export async function verifyAuditFiles(
  path: string,
  anchors: AuditAnchors | null,
  still: StandStill = notWritten,
): Promise<AuditVerification> {
  // Before the files: an entry is on the disk before its head is posted to the service.
  const [kept, refused] = await Promise.all([anchors?.all('accepted'), anchors?.all('refused')])
  const accepted = kept?.ok ? kept.value : []
  const { report, files } = await readStanding(path, still, async ({ known, files: standing }) => {
    const verifier = verifyChain(known, accepted.map(anchoredHead))
    const there = standing.filter(({ isThere }) => isThere)
    for (const file of there) {
      let number = 0
      for await (const { text, cutOff } of file.lines()) verifier.add(text, file.name, ++number, cutOff)
    }
    return { report: verifier.end(there.length > 0), files: there.length }
  })
  const { head, unchained, faults, recorded } = report
  const newest = accepted.at(-1)
  return {
    entries: head.count,
    unchained,
    files,
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
