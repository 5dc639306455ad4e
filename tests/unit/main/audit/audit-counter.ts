import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createAnchorKeeper } from '../../../../src-main/audit/anchor-keeper.ts'
import { type AuditAnchors, auditAnchorsOf, counterOf } from '../../../../src-main/audit/audit-anchors.ts'
import { openAuditTrail } from '../../../../src-main/audit/audit-trail.ts'
import { verifyAuditFiles } from '../../../../src-main/audit/verify-audit.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

/** A counter's audit log in a folder of its own, launched as often as a test needs. */
export async function auditCounter(client: Client, options: { readonly limit?: number } = {}) {
  const folder = await temporaryFolder('countertop-audit')
  const path = join(folder, 'staff', 'audit.jsonl')
  const id = randomUUID()
  const anchors = auditAnchorsOf(client, counterOf(id))

  /** @param up the anchors that this launch uses, or null while the service is down */
  async function launch(
    entries: number,
    up: AuditAnchors | null = anchors,
    people: { hasPeople(): boolean; requirePeople(): Promise<boolean> } = nobody,
  ) {
    const trail = openAuditTrail({ path, now: () => Date.now(), log: quietLog, ...options })
    const keeper = createAnchorKeeper({
      ...{ path, trail, anchors: () => up, ...people },
      now: () => Date.now(),
      log: quietLog,
      // Long enough for a slow test machine.
      lastWordMs: 30_000,
    })
    await keeper.resume()
    for (let number = 1; number <= entries; number++) {
      trail.add({
        ...{ role: 'manager', person_id: null, command: 'payments.act' },
        ...{ about: { amount: number }, outcome: 'done' },
      })
    }
    await trail.flush()
    await keeper.stop()
    await trail.close()
  }
  return { id, folder, path, anchors, launch, verify: () => verifyAuditFiles(path, anchors) }
}

const nobody = { hasPeople: () => false, requirePeople: async () => true }
