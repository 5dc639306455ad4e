import { extname, resolve, sep } from 'node:path'
import { isOn } from './origins.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

export interface AppFile {
  readonly path: string
  readonly contentType: string
  readonly origin: string
}

/**
 * Returns the file for an address of the app. Null for another scheme or host, for a path that leaves the page's folder
 * in any spelling, and for file types that our pages do not use.
 * @param folders absolute folder by origin
 */
export function appFile(folders: Readonly<Record<string, string>>, address: string): AppFile | null {
  for (const [origin, folder] of Object.entries(folders)) {
    if (!isOn(origin, address)) continue
    const path = decoded(new URL(address).pathname)
    if (path === null) return null
    const file = resolve(folder, `.${path === '/' ? '/index.html' : path}`)
    const contentType = types[extname(file)]
    if (!file.startsWith(folder + sep) || contentType === undefined) return null
    return { path: file, contentType, origin }
  }
  return null
}

/** Decodes once, like the file system. Refuses paths that would change under a second decoding. */
function decoded(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname)
    return /[\0\\%]|(^|\/)\.\.?(\/|$)/.test(path) ? null : path
  } catch {
    return null
  }
}
