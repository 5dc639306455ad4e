import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

/** The policy under which the app serves its pages; a page that violates it is noticed here first. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

export interface PageServer {
  readonly url: string
  readonly close: () => void
}

/** Serves a built page as the app does, on a free port of this machine. */
export async function servePage(folder: string): Promise<PageServer> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://page').pathname))
    const file = join(folder, path === '/' ? 'index.html' : path)
    readFile(file).then(
      (content) => {
        response.writeHead(200, {
          'content-type': types[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': contentSecurityPolicy,
          // Hundreds of pages are loaded: the browser caches what it has compiled.
          'cache-control': extname(file) === '.html' ? 'no-store' : 'max-age=3600, immutable',
        })
        response.end(content)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the page server has no port')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}
