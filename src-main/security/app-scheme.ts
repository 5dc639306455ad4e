import { readFile } from 'node:fs/promises'
import type { CustomScheme, Protocol } from 'electron'
import { appFile } from './app-files.ts'
import { contentSecurityPolicies } from './content-security-policy.ts'

/** The pages come from a scheme of their own and never from file://, which is one origin with the whole disk. */
export const appScheme: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

/** Serves the pages' folders, read-only, each with its policy. */
export function serveAppFiles(protocol: Protocol, folders: Readonly<Record<string, string>>): void {
  protocol.handle('app', async (request) => {
    const file = request.method === 'GET' ? appFile(folders, request.url) : null
    const content = file === null ? null : await readFile(file.path).catch(() => null)
    if (file === null || content === null) return new Response('Not found', { status: 404 })
    return new Response(new Uint8Array(content), {
      headers: {
        'content-type': file.contentType,
        'content-security-policy': contentSecurityPolicies[file.origin] ?? "default-src 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      },
    })
  })
}
