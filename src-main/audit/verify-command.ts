import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { createClient } from '../../src-shared/api/client.ts'
import type { AuditFault, AuditVerification } from '../../src-shared/pos/audit/audit.ts'
import { dataPaths } from '../paths.ts'
import { runFolderCommand } from '../process/folder-command.ts'
import { type AuditAnchors, auditAnchorsOf, counterOf } from './audit-anchors.ts'
import { verifyAuditFiles } from './verify-audit.ts'

const usage = `Verifies the audit log of a counter.

  npm run audit:verify -- --folder DIR [--json]

--folder  the counter's data folder (COUNTERTOP_USER_DATA)
--json    prints the result as JSON

With COUNTERTOP_SERVICE_URL, _API_KEY, _ACCOUNT_ID and _MERCHANT_ID set as for the counter, it is also compared with the
heads that the payment service stores. Exit status: 1 if anything is wrong, 2 if it could not be verified.`

/** @returns the program's exit code: 0 no fault, 1 a fault, 2 could not be verified */
export const runVerifyCommand = (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
): Promise<0 | 1 | 2> =>
  runFolderCommand(
    {
      usage,
      options: { json: { type: 'boolean' } },
      run: async ({ json }, { folder, environment: { outside } }) => {
        const anchors = outside === null ? null : await anchorsOf(folder, outside)
        const result = await verifyAuditFiles(dataPaths(folder).audit, anchors)
        if (result.files === 0 && result.faults.length === 0) {
          print(`There is no audit in ${folder}.`)
          return 2
        }
        print(json === true ? JSON.stringify(result, null, 2) : words(result))
        return result.faults.length + result.recorded.length === 0 ? 0 : 1
      },
    },
    args,
    env,
    print,
  )

const counterSchema = z.object({ id: z.string() })

async function anchorsOf(
  folder: string,
  { url, apiKey, accountId }: { readonly url: string; readonly apiKey: string; readonly accountId: string },
): Promise<AuditAnchors> {
  const file = dataPaths(folder).counterId(accountId)
  const { id } = counterSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  return auditAnchorsOf(createClient({ baseUrl: url, apiKey, accountId }), counterOf(id))
}

function words(result: AuditVerification): string {
  const { entries, files, unchained, faults, recorded } = result
  return [
    `${entries} entries in ${files} ${files === 1 ? 'file' : 'files'}.`,
    ...(unchained > 0 ? [`${unchained} entries of earlier versions, which nothing vouches for.`] : []),
    anchorWords(result),
    ...faults.map((fault) => `WRONG: ${faultWords(fault)}`),
    ...recorded.map(
      ({ entry, at, fault }) => `FOUND BEFORE, at ${at}, written down as entry ${entry}: ${fault}`,
    ),
    faults.length + recorded.length === 0 ? 'Nothing is wrong.' : `${faults.length + recorded.length} found.`,
  ].join('\n')
}

function anchorWords({ anchor, anchors, anchored_at }: AuditVerification): string {
  switch (anchor) {
    case 'compared':
      return `Compared with ${anchors} heads that the payment service keeps, the newest of ${anchored_at}.`
    case 'none':
      return 'The payment service keeps no head of this audit yet: nothing proves that its end is all there.'
    case 'unsupported':
      return 'There is no anchor: this payment service keeps no heads. Nothing proves that its end is all there.'
    case 'no_answer':
      return 'The payment service did not answer: not compared with the heads that it keeps.'
    case 'not_asked':
      return 'No payment service is named: not compared with the heads that it keeps.'
  }
}

function faultWords(fault: AuditFault): string {
  const where = 'file' in fault ? `${fault.file}, line ${fault.line}: ` : ''
  switch (fault.kind) {
    case 'unreadable':
      return `${where}a line in the place of entry ${fault.entry} cannot be read`
    case 'changed':
      return `${where}entry ${fault.entry} was changed`
    case 'gap':
      return fault.found > fault.expected
        ? `${where}${missing(fault.expected, fault.found - 1)}`
        : `${where}entry ${fault.found} stands where ${fault.expected} must be`
    case 'cut_off':
      return `the end is cut off: ${missing(fault.found + 1, fault.expected)}`
    case 'not_its_head':
      return `${where}the file was replaced: entry ${fault.entry} is another one`
    case 'head_missing':
      return 'the head that is kept beside the audit is gone'
    case 'rolled_back':
      return fault.found === 0
        ? `all is deleted: the payment service knew ${fault.expected} entries at ${fault.at}`
        : `all is of an earlier time: ${missing(fault.found + 1, fault.expected)}, as the payment service knew at ${fault.at}`
    case 'replaced':
      return `written anew after entry ${fault.after}: entry ${fault.entry} is not the one that the payment service knew at ${fault.at}`
    case 'contradicted':
      return `the payment service refused an entry ${fault.entry} in this counter's name at ${fault.at}: another copy of it is, or was, at work`
  }
}

const missing = (first: number, last: number): string =>
  first === last ? `entry ${first} is missing` : `entries ${first} to ${last} are missing`
