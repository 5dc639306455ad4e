import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { chained, emptyHead, headOf } from '../../../src-main/audit/audit-chain.ts'
import { auditHeadPath } from '../../../src-main/audit/audit-files.ts'
import { dataPaths } from '../../../src-main/paths.ts'
import type { TestService } from './service.ts'

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

/** The audit log on a counter's disk, and what an attacker with access to the disk may do to it. */
export function auditOnDisk(userData: string) {
  const path = dataPaths(userData).audit
  const head = auditHeadPath(path)
  const read = () => ({ lines: readFileSync(path, 'utf8'), head: readFileSync(head, 'utf8') })
  const write = (files: ReturnType<typeof read>) => {
    writeFileSync(path, files.lines)
    writeFileSync(head, files.head)
  }
  const change = (to: (lines: readonly string[]) => readonly string[]) => () => {
    const files = read()
    write({ ...files, lines: `${to(linesOf(files.lines)).join('\n')}\n` })
  }
  return {
    /** The head is written after the lines. */
    isThere: () => existsSync(head),
    entries: () => linesOf(read().lines).length,
    read,
    write,
    flipByte: change(([first = '', ...rest]) => [first.replace('"command":"s', '"command":"r'), ...rest]),
    dropLine: change(([first = '', _second, ...rest]) => [first, ...rest]),
    /** Replaces the log by another valid chain with as many entries, and with its head. */
    replace() {
      const lines: string[] = []
      let last = emptyHead
      for (const line of linesOf(read().lines)) {
        const { n: _n, hash: _hash, ...entry } = JSON.parse(line)
        const next = chained(last, { ...entry, at: new Date(Date.parse(entry.at) + 1).toISOString() })
        last = headOf(next)
        lines.push(JSON.stringify(next))
      }
      write({ lines: `${lines.join('\n')}\n`, head: JSON.stringify(last) })
    },
  }
}

/** Runs the auditor's program as `npm run audit:verify` does, with the counter's payment service. */
export async function runAuditVerify(userData: string, service: TestService) {
  const env = {
    ...process.env,
    COUNTERTOP_SERVICE_URL: service.url,
    COUNTERTOP_API_KEY: service.private_key,
    COUNTERTOP_ACCOUNT_ID: service.account_id,
    COUNTERTOP_MERCHANT_ID: service.merchant_id,
  }
  const args = [fromRoot('scripts/audit-verify.mjs'), '--folder', userData]
  return new Promise<{ code: number; printed: string }>((resolve) => {
    execFile(process.execPath, args, { env }, (error, printed) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, printed }),
    )
  })
}
