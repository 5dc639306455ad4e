import { readFile } from 'node:fs/promises'
import type { CustomScheme, Protocol, ProtocolRequest, ProtocolResponse } from 'electron'
import { appFile } from './app-files.ts'
import { contentSecurityPolicies } from './content-security-policy.ts'
import type { FirstPage } from './first-page.ts'

/** The pages use their own scheme and never file://, whose origin includes the whole disk. */
export const appScheme: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

/**
 * Serves the pages' folders read-only, each with its policy. Does not use `protocol.handle`, whose Response makes Node
 * load its HTTP client: a tenth of a second in this process before the first page.
 */
export function serveAppFiles(
  protocol: Protocol,
  folders: Readonly<Record<string, string>>,
  firstPage: FirstPage,
): void {
  protocol.registerBufferProtocol('app', (request, callback) => {
    void answerTo(folders, request, firstPage).then(callback)
  })
}

async function answerTo(
  folders: Readonly<Record<string, string>>,
  { method, url }: Pick<ProtocolRequest, 'method' | 'url'>,
  firstPage: FirstPage,
): Promise<ProtocolResponse> {
  const file = method === 'GET' ? appFile(folders, url) : null
  const content = file === null ? null : await readFile(file.path).catch(() => null)
  if (file !== null) firstPage.answered(url, file.contentType, content)
  if (file === null || content === null) {
    return { statusCode: 404, headers: { 'content-type': 'text/plain' }, data: Buffer.from('Not found') }
  }
  return {
    headers: {
      'content-type': file.contentType,
      'content-security-policy': contentSecurityPolicies[file.origin] ?? "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
    data: content,
  }
}
